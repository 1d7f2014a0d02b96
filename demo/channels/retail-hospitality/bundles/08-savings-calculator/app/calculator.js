(document.getElementById("app")||document.body).append("Savings calculator, "+JSON.stringify(window.satchel?.initData?.rates));
