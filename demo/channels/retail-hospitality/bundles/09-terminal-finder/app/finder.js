(function () {
  'use strict';

  var terminals = {
    t3: { name: 'T3 Counter', purchase: '€289', rental: '€14.90', prints: 'yes', keys: 'yes', network: 'no', offline: '500 payments',
      says: 'A fixed place, many payments and paper receipts: that is what the T3 is built for.',
      points: ['1.1 seconds from tap to approved', 'Prints for nine hours on one shift', 'Keeps 500 payments when the line is down'] },
    m1: { name: 'M1 Mobile', purchase: '€199', rental: '€10.90', prints: 'by Bluetooth', keys: 'on screen', network: '4G, own SIM', offline: '200 payments',
      says: 'The payment happens where the guest sits or the parcel is handed over. The M1 goes there.',
      points: ['14 hours on one charge', 'Changes between Wi-Fi and 4G by itself', 'Tip and split bill on the screen'] },
    p2: { name: 'P2 PIN pad', purchase: '€149', rental: '€7.90', prints: 'till prints', keys: 'yes', network: 'no', offline: 'with the till',
      says: 'The till stays, and nobody types an amount twice. The P2 hangs on it with one cable.',
      points: ['One cable for power, data and amount', 'Ready for the ten most common tills', 'Privacy shield on three sides'] },
    kiosk: { name: 'Self-service kiosk', purchase: '€2,490', rental: '€119.00', prints: 'yes', keys: 'on screen', network: 'no', offline: 'with the till',
      says: 'The queue is made of orders, not of payments. Two kiosks take it apart.',
      points: ['U5 reader built in', 'Menu in nine languages', 'Usable from a wheelchair'] },
    phone: { name: 'Tap on phone', purchase: 'no device', rental: '€4.90', prints: 'by mail', keys: 'on screen', network: 'the phone', offline: 'no',
      says: 'A few payments a day, nowhere in particular. The phone in the pocket is enough.',
      points: ['No device to buy or charge', 'Contactless cards and wallets', 'First payment in ten minutes'] },
    u5: { name: 'U5 Unattended', purchase: '€419', rental: '€21.90', prints: 'no', keys: 'no', network: 'optional 4G', offline: '1,000 payments',
      says: 'Nobody stands beside it, and it may rain. The U5 takes both.',
      points: ['From −25 to +70 °C', 'Same cut-out as most readers', 'Reports a fault by itself'] },
  };

  var questions = [
    { ask: 'Where do your customers pay?', answers: [
      ['At one fixed counter', { t3: 4, p2: 3 }], ['At the table or at the door', { m1: 5, phone: 2 }],
      ['At a screen, on their own', { kiosk: 6, u5: 2 }], ['At a machine, charger or barrier', { u5: 9 }]] },
    { ask: 'How many card payments on a busy day?', answers: [
      ['Fewer than 10', { phone: 5 }], ['10 to 60', { m1: 2, p2: 1, t3: 1 }],
      ['60 to 300', { t3: 3, p2: 2, m1: 1 }], ['More than 300', { t3: 3, kiosk: 3, u5: 1, phone: -4 }]] },
    { ask: 'Is there a till you want to keep?', answers: [
      ['Yes, and it should start the payment', { p2: 5, kiosk: 1 }], ['Yes, but it may stand beside it', { t3: 2, m1: 1 }],
      ['No, the terminal is enough', { t3: 2, m1: 2, phone: 1, p2: -5 }], ['There is no till at all', { u5: 1, phone: 2, m1: 1, p2: -6 }]] },
    { ask: 'Do customers want a receipt on paper?', answers: [
      ['Nearly all of them', { t3: 3, phone: -3 }], ['Some do', { t3: 1, m1: 1, p2: 1 }],
      ['Hardly anybody', { phone: 1, m1: 1, u5: 1 }]] },
    { ask: 'What is the network like?', answers: [
      ['A cable at the counter', { t3: 2, p2: 2, kiosk: 1 }], ['Wi-Fi nearly everywhere', { m1: 1, t3: 1 }],
      ['It comes and goes', { m1: 2, t3: 2, u5: 1, phone: -2 }]] },
  ];

  var place = document.getElementById('finder');
  var spoken = document.getElementById('spoken');
  var answered = [];
  var at = 0;

  function element(name, attributes) {
    var node = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    for (var i = 2; i < arguments.length; i += 1) if (arguments[i] != null) node.append(arguments[i]);
    return node;
  }

  function button(label, main, act) {
    var node = element('button', { type: 'button' }, label);
    if (main) node.className = 'is-main';
    node.addEventListener('click', act);
    return node;
  }

  function steps(done) {
    var list = element('ol', { class: 'steps', 'aria-hidden': 'true' });
    questions.forEach(function (_, index) { list.append(element('li', index < done ? { class: 'is-done' } : {})); });
    return list;
  }

  function showQuestion(focus) {
    var question = questions[at];
    var answers = element('div', { class: 'answers' });
    var next = button(at === questions.length - 1 ? 'Show the answer' : 'Next', true, function () { at += 1; at < questions.length ? showQuestion(true) : showResult(); });
    next.disabled = answered[at] === undefined;
    question.answers.forEach(function (answer, index) {
      var input = element('input', { type: 'radio', name: 'answer', value: index });
      input.checked = answered[at] === index;
      input.addEventListener('change', function () { answered[at] = index; next.disabled = false; });
      answers.append(element('label', {}, input, element('span', {}, answer[0])));
    });
    var back = button('Back', false, function () { at -= 1; showQuestion(true); });
    back.hidden = at === 0;
    var form = element('form', { class: 'card' }, steps(at + 1),
      element('fieldset', {}, element('legend', {}, element('small', {}, 'Question ' + (at + 1) + ' of ' + questions.length), question.ask), answers),
      element('div', { class: 'actions' }, back, next));
    form.addEventListener('submit', function (event) { event.preventDefault(); });
    answers.addEventListener('keydown', function (event) {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      if (!next.disabled) next.click();
    });
    place.replaceChildren(form);
    if (at === 0 && back.hidden) form.querySelector('.actions').style.justifyContent = 'flex-end';
    if (focus) (answers.querySelector('input:checked') || answers.querySelector('input')).focus();
    mark(null);
  }

  function ranking() {
    var points = {};
    Object.keys(terminals).forEach(function (id) { points[id] = 0; });
    questions.forEach(function (question, index) {
      var gives = question.answers[answered[index]][1];
      Object.keys(gives).forEach(function (id) { points[id] += gives[id]; });
    });
    return Object.keys(points).sort(function (a, b) { return points[b] - points[a]; });
  }

  function showResult() {
    var ranked = ranking(), best = terminals[ranked[0]], second = terminals[ranked[1]];
    var list = element('ul', {});
    best.points.forEach(function (point) { list.append(element('li', {}, point)); });
    var title = element('h2', { tabindex: '-1' }, best.name);
    place.replaceChildren(element('section', { class: 'card result' },
      element('img', { src: ranked[0] + '.svg', alt: '', width: 320, height: 240 }),
      element('div', { class: 'words' }, element('span', { class: 'chip' }, 'fits best'), title,
        element('p', {}, best.says), list,
        element('p', { class: 'also' }, 'Close behind: ', element('strong', {}, second.name), '. ' + second.says),
        element('div', { class: 'actions' },
          button('Back', false, function () { at = questions.length - 1; showQuestion(true); }),
          button('Start again', true, function () { answered = []; at = 0; showQuestion(true); })))));
    mark(ranked[0]);
    spoken.textContent = best.name + ' fits best.';
    title.focus();
  }

  var rows = document.getElementById('rows');
  function mark(id) {
    rows.querySelectorAll('tr').forEach(function (row) { row.classList.toggle('is-best', row.dataset.id === id); });
  }
  Object.keys(terminals).forEach(function (id) {
    var one = terminals[id];
    var row = element('tr', {}, element('th', { scope: 'row' }, one.name));
    row.dataset.id = id;
    [one.purchase, one.rental, one.prints, one.keys, one.network, one.offline].forEach(function (text) { row.append(element('td', {}, text)); });
    rows.append(row);
  });

  showQuestion(false);
})();
