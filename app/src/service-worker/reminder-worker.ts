// Its start is all that it is for (remind-browser.ts).
close();
