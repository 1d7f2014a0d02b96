/* Savings calculator. Reads window.satchel.initData once, then needs nothing else. */
(function () {
  'use strict';

  var satchel = window.satchel || {};
  var given = satchel.initData || {};
  if (typeof given === 'string') { try { given = JSON.parse(given); } catch (error) { given = {}; } }

  var data = {
    title: given.title || 'Savings calculator',
    currency: given.currency || 'EUR',
    locale: given.locale || 'en-IE',
    priceList: given.priceList || '',
    validUntil: given.validUntil || '',
    rates: Object.assign({ percent: 0.89, fixed: 0.05 }, given.rates),
    terminals: given.terminals && given.terminals.length ? given.terminals : [{ id: 't3', name: 'T3 Counter', rental: 14.9 }],
    discounts: given.discounts && given.discounts.length ? given.discounts : [{ from: 1, percent: 0 }],
  };
  var defaults = Object.assign({
    terminal: data.terminals[0].id, quantity: 2, monthlySales: 42000, averageTicket: 14.5,
    currentPercent: 1.35, currentFixed: 0.08, currentRental: 19.9,
  }, given.defaults);

  var money = new Intl.NumberFormat(data.locale, { style: 'currency', currency: data.currency });
  var round = new Intl.NumberFormat(data.locale, { style: 'currency', currency: data.currency, maximumFractionDigits: 0 });
  var plain = new Intl.NumberFormat(data.locale, { maximumFractionDigits: 2 });
  var sign = money.formatToParts(0).filter(function (part) { return part.type === 'currency'; })[0].value;

  /** element('p', { class: 'x' }, 'text', child) */
  function element(name, attributes) {
    var node = document.createElement(name);
    Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    for (var i = 2; i < arguments.length; i += 1) if (arguments[i] != null) node.append(arguments[i]);
    return node;
  }

  // ---- the fields -------------------------------------------------------------------------
  var fields = {};

  /** 14.5 is shown as 14.50 where it is money. */
  function shown(key) {
    var number = Number(defaults[key]);
    return /Ticket|Fixed|Rental/.test(key) && number % 1 ? number.toFixed(2) : String(number);
  }

  function numberField(key, label, options) {
    var id = 'vc-' + key;
    var input = element('input', {
      id: id, type: 'number', inputmode: options.whole ? 'numeric' : 'decimal', min: options.min, max: options.max,
      step: options.whole ? '1' : 'any', value: shown(key), 'aria-describedby': id + '-hint', autocomplete: 'off',
    });
    var hint = element('p', { class: 'vc-hint', id: id + '-hint' }, options.hint);
    var box = element('div', { class: 'vc-box' + (options.stepper ? ' vc-count' : '') });
    if (options.before) box.append(element('span', { 'aria-hidden': 'true' }, options.before));
    if (options.stepper) {
      [['−', -1, 'Fewer terminals'], ['+', 1, 'More terminals']].forEach(function (step, at) {
        var button = element('button', { type: 'button', 'aria-label': step[2] }, step[0]);
        button.addEventListener('click', function () {
          input.value = Math.min(options.max, Math.max(options.min, (Number(input.value) || 0) + step[1]));
          update();
        });
        if (at === 1) box.append(input);
        box.append(button);
      });
    } else box.append(input);
    if (options.after) box.append(element('span', { 'aria-hidden': 'true' }, options.after));
    var field = element('div', { class: 'vc-field' }, element('label', { for: id }, label), box, hint);
    input.addEventListener('input', update);
    fields[key] = { input: input, field: field, hint: hint, words: options.hint, options: options };
    return field;
  }

  function value(key) {
    var entry = fields[key];
    var number = Number(entry.input.value);
    var wrong = entry.input.value.trim() === '' || !isFinite(number) || number < entry.options.min || number > entry.options.max;
    entry.field.classList.toggle('is-wrong', wrong);
    entry.input.setAttribute('aria-invalid', String(wrong));
    entry.hint.textContent = wrong ? 'A number from ' + plain.format(entry.options.min) + ' to ' + plain.format(entry.options.max) : entry.words;
    return wrong ? null : number;
  }

  var choice = element('select', { id: 'vc-terminal', 'aria-describedby': 'vc-terminal-hint' });
  var choiceHint = element('p', { class: 'vc-hint', id: 'vc-terminal-hint' });
  data.terminals.forEach(function (terminal) {
    choice.append(element('option', { value: terminal.id }, terminal.name));
  });
  choice.value = defaults.terminal;
  choice.addEventListener('change', update);

  var form = element('form', { class: 'vc-card', novalidate: '' },
    element('fieldset', {},
      element('legend', {}, 'The business'),
      element('div', { class: 'vc-fields' },
        numberField('monthlySales', 'Card sales a month', { before: sign, min: 0, max: 10000000, hint: 'From the last statement' }),
        numberField('averageTicket', 'Average payment', { before: sign, min: 0.5, max: 100000, hint: 'Sales divided by payments' }))),
    element('fieldset', {},
      element('legend', {}, 'What it costs today'),
      element('div', { class: 'vc-fields' },
        numberField('currentPercent', 'Rate on sales', { after: '%', min: 0, max: 10, hint: 'All cards, on average' }),
        numberField('currentFixed', 'Fee per payment', { before: sign, min: 0, max: 5, hint: '0 if there is none' }),
        numberField('currentRental', 'Rental per terminal and month', { before: sign, min: 0, max: 1000, hint: 'With service and statement fees' }))),
    element('fieldset', {},
      element('legend', {}, 'With Velden'),
      element('div', { class: 'vc-fields' },
        element('div', { class: 'vc-field' }, element('label', { for: 'vc-terminal' }, 'Terminal'), element('div', { class: 'vc-box' }, choice), choiceHint),
        numberField('quantity', 'Number of terminals', { stepper: true, whole: true, min: 1, max: 500, hint: ' ' }))));
  form.addEventListener('submit', function (event) { event.preventDefault(); });

  // ---- the result -------------------------------------------------------------------------
  var headline = element('p', {});
  var result = element('div', { class: 'vc-result' }, headline);
  var spoken = element('p', { class: 'vc-unseen', role: 'status' });

  function bar(name, kind) {
    var parts = [1, 2, 3].map(function (step) { return element('i', { class: 'is-' + kind + step }); });
    var sum = element('span', {});
    var node = element('li', {}, element('div', {}, element('span', {}, name), sum),
      element('div', { class: 'vc-bar', 'aria-hidden': 'true' }, parts[0], parts[1], parts[2]));
    return { node: node, sum: sum, parts: parts };
  }
  var todayBar = bar('Today', 't');
  var newBar = bar('With Velden', 'n');

  var cells = [];
  var body = element('tbody', {});
  ['Rate on sales', 'Fees per payment', 'Rental'].forEach(function (name, row) {
    var key = element('span', { class: 'vc-key', 'aria-hidden': 'true' }, element('i', { class: 'is-t' + (row + 1) }), element('i', { class: 'is-n' + (row + 1) }));
    var a = element('td', {}), b = element('td', {});
    cells.push([a, b]);
    body.append(element('tr', {}, element('th', { scope: 'row' }, key, name), a, b));
  });
  var totalA = element('td', {}), totalB = element('td', {});
  var table = element('div', { class: 'vc-table', tabindex: '0', role: 'region', 'aria-label': 'Cost a month' },
    element('table', {},
      element('caption', { class: 'vc-unseen' }, 'Cost a month, today and with Velden'),
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'A month'), element('th', { scope: 'col' }, 'Today'), element('th', { scope: 'col' }, 'Velden'))),
      body,
      element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'Together'), totalA, totalB))));

  var term = 36;
  var terms = element('div', { class: 'vc-terms' });
  [12, 24, 36, 60].forEach(function (months) {
    var input = element('input', { type: 'radio', name: 'vc-term', value: months });
    input.checked = months === term;
    input.addEventListener('change', function () { term = months; update(); });
    terms.append(element('label', {}, input, element('span', {}, months / 12 + (months === 12 ? ' year' : ' years'))));
  });
  var total = element('p', { class: 'vc-total' });

  var reset = element('button', { type: 'button', class: 'vc-reset' }, 'Start again');
  reset.addEventListener('click', function () {
    Object.keys(fields).forEach(function (key) { fields[key].input.value = shown(key); });
    choice.value = defaults.terminal;
    update();
    fields.monthlySales.input.focus();
  });

  var until = '';
  if (/^\d{4}-\d{2}-\d{2}/.test(data.validUntil)) {
    until = ', valid until ' + new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(data.validUntil.slice(0, 10) + 'T00:00:00Z'));
  }
  var picture = typeof satchel.fileUrl === 'function' ? satchel.fileUrl('counter.svg') : null;
  var page = element('main', { class: 'vc' },
    element('header', { class: 'vc-head' },
      picture ? element('img', { src: picture, alt: '', width: 320, height: 200 }) : null,
      element('div', {},
        element('h1', {}, data.title),
        element('p', {}, 'Type the figures from the last statement. The result changes as you type and stays on this device.'))),
    element('div', { class: 'vc-columns' },
      form,
      element('div', { class: 'vc-side' },
        element('section', { class: 'vc-card', 'aria-labelledby': 'vc-result-title' },
          element('h2', { id: 'vc-result-title' }, 'The difference'), result, spoken,
          element('ul', { class: 'vc-bars' }, todayBar.node, newBar.node), table),
        element('section', { class: 'vc-card' },
          element('fieldset', {}, element('legend', {}, 'Over the contract'), terms), total))),
    element('footer', { class: 'vc-foot' },
      element('p', {}, 'Velden: ' + plain.format(data.rates.percent) + ' % and ' + money.format(data.rates.fixed) + ' per payment, rental at 36 months.' +
        (data.priceList ? ' Price list ' + data.priceList.toLowerCase() + until + '.' : '') + ' An estimate, not an offer.'),
      reset));

  // ---- the sums ---------------------------------------------------------------------------
  function discountFor(quantity) {
    return data.discounts.reduce(function (best, step) { return quantity >= step.from ? step.percent : best; }, 0);
  }

  var later;
  function say(words) {
    clearTimeout(later);
    later = setTimeout(function () { if (spoken.textContent !== words) spoken.textContent = words; }, 700);
  }

  function show(entry, parts, most) {
    var sum = parts[0] + parts[1] + parts[2];
    entry.sum.textContent = round.format(sum) + ' a month';
    parts.forEach(function (part, at) { entry.parts[at].style.width = (most ? (part / most) * 100 : 0) + '%'; });
  }

  function update() {
    var sales = value('monthlySales'), ticket = value('averageTicket'), percent = value('currentPercent'),
      fixed = value('currentFixed'), rental = value('currentRental'), quantity = value('quantity');
    var terminal = data.terminals.filter(function (one) { return one.id === choice.value; })[0];
    var discount = discountFor(quantity || 1);
    choiceHint.textContent = money.format(terminal.rental) + ' rental a month';
    if (quantity !== null) {
      fields.quantity.hint.textContent = fields.quantity.words = discount ? discount + ' % off the rental from this quantity' : 'Discount from ' + (data.discounts[1] ? data.discounts[1].from : 5) + ' terminals';
    }
    if ([sales, ticket, percent, fixed, rental, quantity].indexOf(null) >= 0) {
      headline.textContent = 'One figure is missing.';
      result.classList.add('is-more');
      total.textContent = 'The sum appears when all figures are there.';
      return;
    }
    var payments = sales / ticket;
    var today = [sales * percent / 100, payments * fixed, quantity * rental];
    var velden = [sales * data.rates.percent / 100, payments * data.rates.fixed, quantity * terminal.rental * (1 - discount / 100)];
    var a = today[0] + today[1] + today[2], b = velden[0] + velden[1] + velden[2];
    var saved = a - b;
    var most = Math.max(a, b);

    headline.replaceChildren(
      saved >= 0 ? 'Velden saves ' : 'Velden costs more: ',
      element('strong', {}, round.format(Math.abs(saved) * 12)),
      ' a year, ' + round.format(Math.abs(saved)) + ' a month');
    result.classList.toggle('is-more', saved < 0);
    show(todayBar, today, most);
    show(newBar, velden, most);
    cells.forEach(function (pair, row) { pair[0].textContent = money.format(today[row]); pair[1].textContent = money.format(velden[row]); });
    totalA.textContent = money.format(a);
    totalB.textContent = money.format(b);
    total.replaceChildren('In ' + (term / 12) + (term === 12 ? ' year' : ' years') + (saved >= 0 ? ' that is ' : ' that is an extra '),
      element('strong', {}, round.format(Math.abs(saved) * term)), ', at ' + plain.format(Math.round(payments)) + ' payments a month.');
    say((saved >= 0 ? 'Velden saves ' : 'Velden costs more, ') + round.format(Math.abs(saved) * 12) + ' a year.');
  }

  // ---- start ------------------------------------------------------------------------------
  var place = document.getElementById('app') || document.body;
  if (window.self !== window.top || place === document.body) {
    document.documentElement.classList.add('vc-page');
    if (!document.documentElement.lang) document.documentElement.lang = 'en-US';
    if (!document.title) document.title = data.title;
  }
  place.append(page);
  update();
})();
