import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMessage } from '../message-form.ts';
import { readAddresses } from './read-addresses.ts';
import {
  addRecipients,
  emptyRecipient,
  messagesOf,
  mostRecipients,
  recipientsOf,
  type SendValues,
  sortAdded,
  withRecipients,
} from './recipients.ts';

const row = (email: string, firstName = '') => ({ firstName, lastName: '', email, company: '' });

describe('a pasted list of addresses', () => {
  test.each([
    ['daniel@brightwater.example', ['', '', 'daniel@brightwater.example']],
    ['Daniel Okafor <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['"Okafor, Daniel" <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['Okafor, Daniel <daniel@b.example>', ['Daniel', 'Okafor', 'daniel@b.example']],
    ['Mia van der Laurent <mia@b.example>', ['Mia', 'van der Laurent', 'mia@b.example']],
    ['Mia Ann von Laurent <mia@b.example>', ['Mia Ann', 'von Laurent', 'mia@b.example']],
    ['mia ann laurent <mia@b.example>', ['mia ann', 'laurent', 'mia@b.example']],
    ['von Laurent <mia@b.example>', ['von', 'Laurent', 'mia@b.example']],
    ['<daniel@b.example>', ['', '', 'daniel@b.example']],
    ['mailto:daniel@b.example', ['', '', 'daniel@b.example']],
    ['mailto:daniel@b.example?subject=Offer', ['', '', 'daniel@b.example']],
    ["Ann O'Neil ann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["ann@x.example Ann O'Neil", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil (ann@x.example)", ['Ann', "O'Neil", 'ann@x.example']],
    ["ann@x.example (Ann O'Neil)", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil – ann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil: ann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil [mailto:ann@x.example]", ['Ann', "O'Neil", 'ann@x.example']],
    ["<ann@x.example> Ann O'Neil", ['Ann', "O'Neil", 'ann@x.example']],
    ["'Ann O'Neil' <ann@x.example>", ['Ann', "O'Neil", 'ann@x.example']],
    ["'ann@x.example' <ann@x.example>", ['', '', 'ann@x.example']],
    ["To: Ann O'Neil <ann@x.example>", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil, ann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann O'Neil\tann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["ann@x.example\tAnn O'Neil", ['Ann', "O'Neil", 'ann@x.example']],
    ["Ann\tO'Neil\tann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["O'Neil, Ann\tann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["12\tAnn O'Neil\t+46 70 555\tmailto:ann@x.example", ['Ann', "O'Neil", 'ann@x.example']],
    ["\ufeffAnn\u00a0O'Neil\u00a0\u200eann@x.example\u200b", ['Ann', "O'Neil", 'ann@x.example']],
    ['אן לוי <ann@x.example>', ['אן', 'לוי', 'ann@x.example']],
  ])('%s', (text, wanted) => {
    const [found] = readAddresses(text).found;
    expect([found?.firstName, found?.lastName, found?.email]).toEqual(wanted);
  });

  test('is apart at semicolons, commas and lines, and keeps what is no address', () => {
    const read = readAddresses(
      'a@b.example; "Two, Mia" <m@b.example>, nobody,\r\n"open <c@b.example>\nd@b.example',
    );
    expect(read.found.map(({ email }) => email)).toEqual([
      ...['a@b.example', 'm@b.example', 'c@b.example', 'd@b.example'],
    ]);
    expect(read.unclear).toEqual([{ text: 'nobody', because: 'no-address' }]);
  });

  test('as a mail program shows it has names with commas and without quotes', () => {
    const read = readAddresses(
      'van der Berg, Jan <jan@b.example>; Aalto, Sven <sven@b.example>,\nnobody, Mia <m@b.example>, d@b.example',
    );
    expect(read.found.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
      ['Jan', 'van der Berg'],
      ['Sven', 'Aalto'],
      ['Mia', ''],
      ['', ''],
    ]);
    expect(read.unclear.map(({ text }) => text)).toEqual(['nobody']);
  });

  const table = [
    { firstName: 'Ann', lastName: "O'Neil", email: 'ann@x.example', company: 'Harbour' },
    { firstName: 'Mia', lastName: 'Laurent', email: 'mia@x.example', company: '' },
  ];

  test.each([
    ['of Excel', "Name\tE-mail\tCompany\nAnn O'Neil\tann@x.example\tHarbour\nMia Laurent\tmia@x.example\t"],
    [
      'with two names',
      "Company\tEmail address\tLast name\tFirst name\r\nHarbour\tann@x.example\tO'Neil\tAnn\r\n\tmia@x.example\tLaurent\tMia\r\n",
    ],
    [
      'with semicolons',
      "First name;Last name;Company;Email\nAnn;O'Neil;Harbour;ann@x.example\nMia;Laurent;;mia@x.example",
    ],
    [
      'with commas',
      'First name,Last name,Company,Email\nAnn,"O\'Neil",Harbour,ann@x.example\nMia,Laurent,,mia@x.example',
    ],
    ['without titles', "Ann O'Neil\tHarbour\tann@x.example\nMia Laurent\t\tmia@x.example"],
    ['without titles, the address first', "ann@x.example\tAnn\tO'Neil\tHarbour\nmia@x.example\tMia\tLaurent"],
  ])('as a table %s has names and companies', (_of, text) => {
    expect(readAddresses(text)).toMatchObject({ found: table, unclear: [] });
  });

  test.each([
    [
      'of Google Contacts, which says before each address what kind it is',
      "First Name,Last Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value\nAnn,O'Neil,Harbour,* Work,ann@x.example\nMia,Laurent,,* Home,mia@x.example",
    ],
    [
      'whose cells of addresses have the names too',
      "E-mail,Company\nAnn O'Neil <ann@x.example>,Harbour\nMia Laurent <mia@x.example>,",
    ],
    [
      'where a first name makes the name a last one',
      "Name;First name;Email;Company\nO'Neil;Ann;ann@x.example;Harbour\nMia Laurent;Mia;mia@x.example;",
    ],
  ])('[PSEND-06] as a table %s has names and companies', (_of, text) => {
    expect(readAddresses(text)).toMatchObject({ found: table, unclear: [] });
  });

  test('[PSEND-06] what is unclear in a table with titles stays as it was written, and is read under them again', () => {
    const titles = 'Company;Email;Last name;First name';
    const rows = [
      ['Quay;sven@x;Aalto;Sven', 'invalid'],
      ['Quay;;Aalto;Sven', 'no-address'],
      ['Quay;sven@x.example, s@x.example;Aalto;Sven', 'several'],
    ] as const;
    const written = rows.map(([text]) => text);
    const read = readAddresses([titles, "Harbour;ann@x.example;O'Neil;Ann", ...written].join('\n'));
    expect(read.found).toEqual(table.slice(0, 1));
    expect(read.unclear).toEqual(rows.map(([text, because]) => ({ text, because })));
    const corrected = [read.titles, written[0]?.replace('sven@x', 'sven@x.example')].join('\n');
    expect(readAddresses(corrected)).toMatchObject({
      found: [{ firstName: 'Sven', lastName: 'Aalto', email: 'sven@x.example', company: 'Quay' }],
      unclear: [],
    });
  });

  describe('[PSEND-06] as a table without titles has one meaning for each column', () => {
    const namesIn = (text: string) =>
      readAddresses(text).found.map(({ firstName, lastName, company }) => [firstName, lastName, company]);

    test.each([
      [
        'a first name of two words leaves the company where it is',
        "Ann\tO'Neil\tann@x.example\tHarbour\nAnna Maria\tSmith\tanna@x.example\tAcme\nMia\tLaurent\tmia@x.example\tVelden",
        [
          ['Ann', "O'Neil", 'Harbour'],
          ['Anna Maria', 'Smith', 'Acme'],
          ['Mia', 'Laurent', 'Velden'],
        ],
      ],
      [
        'with commas too',
        "Ann, O'Neil, ann@x.example, Harbour\nAnna Maria, Smith, anna@x.example, Acme",
        [
          ['Ann', "O'Neil", 'Harbour'],
          ['Anna Maria', 'Smith', 'Acme'],
        ],
      ],
      [
        'without companies',
        "anna@x.example\tAnna Maria\tSmith\nann@x.example\tAnn\tO'Neil",
        [
          ['Anna Maria', 'Smith', ''],
          ['Ann', "O'Neil", ''],
        ],
      ],
      [
        'a full name of one word leaves the company where it is',
        "Ann O'Neil\tHarbour\tann@x.example\nMia\tVelden\tmia@x.example\nSven Aalto\tAcme\tsven@x.example",
        [
          ['Ann', "O'Neil", 'Harbour'],
          ['Mia', '', 'Velden'],
          ['Sven', 'Aalto', 'Acme'],
        ],
      ],
      [
        'an empty cell moves no other',
        "Ann\tO'Neil\tann@x.example\tHarbour\n\tSmith\tsmith@x.example\tAcme\nMia Laurent\t\tmia@x.example\tVelden\n\t\tinfo@x.example\tQuay",
        [
          ['Ann', "O'Neil", 'Harbour'],
          ['', 'Smith', 'Acme'],
          ['Mia', 'Laurent', 'Velden'],
          ['', '', 'Quay'],
        ],
      ],
      [
        'before the address stands the name and behind it the company',
        'Mia\tmia@x.example\tVelden',
        [['Mia', '', 'Velden']],
      ],
      [
        'numbers are none of them, and may be a company',
        "1\tAnn\tO'Neil\tann@x.example\t42\t+46 70 555\n2\tMia\tLaurent\tmia@x.example\tVelden\t+46 70 556",
        [
          ['Ann', "O'Neil", '42'],
          ['Mia', 'Laurent', 'Velden'],
        ],
      ],
      [
        'another place of the address is another table',
        "Anna Maria\tSmith\tanna@x.example\nAnn\tO'Neil\tann@x.example\nmia@x.example\tMia Laurent\tVelden",
        [
          ['Anna Maria', 'Smith', ''],
          ['Ann', "O'Neil", ''],
          ['Mia', 'Laurent', 'Velden'],
        ],
      ],
    ])('%s', (_what, text, wanted) => {
      expect(namesIn(text)).toEqual(wanted);
      expect(readAddresses(text).unclear).toEqual([]);
    });

    test.each([
      // A first name of two words, or a company before something else: one row does not tell.
      ['Anna Maria\tSmith\tanna@x.example\tAcme', 0],
      ["Ann O'Neil\tHarbour\tann@x.example\tSales\nSven Aalto\tAcme\tsven@x.example\t", 1],
      ["Ann\tO'Neil\tann@x.example\tHarbour\tSales\nMia\tLaurent\tmia@x.example\tVelden\t", 1],
      [
        "1\tAnn\tO'Neil\tann@x.example\nfirst\tMia\tLaurent\tmia@x.example\n3\tSven\tAalto\tsven@x.example",
        2,
      ],
    ])('what has no place in it is unclear as it was written, and not left out: %j', (text, found) => {
      const read = readAddresses(text);
      expect(read.found).toHaveLength(found);
      expect(read.unclear).toHaveLength(1);
      expect(text.split('\n')).toContain(read.unclear[0]?.text);
    });

    test('loses no word, whatever the table', () => {
      const cell = fc.constantFrom('', 'Ann', 'Anna Maria', 'Acme', 'Velden Ltd', '12', 'a@b.example');
      const table = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 4 });
      fc.assert(
        fc.property(table, fc.constantFrom('\t', ', '), (rows, sign) => {
          const text = rows.map((cells) => cells.join(sign)).join('\n');
          const { found, unclear } = readAddresses(text);
          const shown = [...found.flatMap((each) => Object.values(each)), ...unclear.map((each) => each.text)]
            .join(' ')
            .match(/[\p{L}@.]+/gu);
          expect(shown?.sort() ?? []).toEqual(text.match(/[\p{L}@.]+/gu)?.sort() ?? []);
        }),
      );
    });
  });

  test('in one line without signs has an address each', () => {
    expect(readAddresses('a@b.example c@d.example').found.map(({ email }) => email)).toEqual([
      ...['a@b.example', 'c@d.example'],
    ]);
    expect(
      readAddresses('Ann <a@b.example> Mia <c@d.example>').found.map(({ firstName, email }) => [
        firstName,
        email,
      ]),
    ).toEqual([
      ['Ann', 'a@b.example'],
      ['Mia', 'c@d.example'],
    ]);
  });

  test('says why it could not be read', () => {
    expect(
      readAddresses('Ann ann@x\nMia <mia@>\nAnn a@b.example Mia c@d.example\nSven Aalto').unclear,
    ).toEqual([
      { text: 'Ann ann@x', because: 'invalid' },
      { text: 'Mia <mia@>', because: 'invalid' },
      { text: 'Ann a@b.example Mia c@d.example', because: 'several' },
      { text: 'Sven Aalto', because: 'no-address' },
    ]);
  });

  test('loses no word with an @, whatever stands around it', () => {
    const piece = fc.constantFrom(
      ...[
        'a@b.example',
        'c@d',
        '<',
        '>',
        '"',
        "'",
        '(',
        ')',
        ',',
        ';',
        ' ',
        '\t',
        '\n',
        'Ann',
        'mailto:',
        ':',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const { found, unclear } = readAddresses(text);
        const shown = [...found.map(({ email }) => email), ...unclear.map((entry) => entry.text)].join(' ');
        for (const word of ['a@b.example', 'c@d']) if (text.includes(word)) expect(shown).toContain(word);
      }),
    );
  });

  test('of any kind is read, and nothing but addresses comes out', () => {
    const piece = fc.constantFrom(
      '"',
      '<',
      '>',
      ',',
      ';',
      '\n',
      'a@b.example',
      'Bcc: x@y.example',
      ' ',
      'Zoë',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { email } of readAddresses(pieces.join('')).found) expect(email).toMatch(/^[^\s<>",;]+$/);
      }),
    );
  });
});

describe('several recipients', () => {
  const form: SendValues = { ...emptyMessage('Pack', true), ...emptyRecipient(), others: [] };

  test('each gets a message of its own with the same words', () => {
    const values = withRecipients(
      { ...form, subject: 'Offer' },
      addRecipients([], [row('a@b.example'), row('c@d.example')]),
    );
    expect(values.email).toBe('a@b.example');
    const messages = messagesOf(values, recipientsOf(values));
    expect(messages.map(({ form }) => [form.email, form.subject])).toEqual([
      ['a@b.example', 'Offer'],
      ['c@d.example', 'Offer'],
    ]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
    expect(messages[0]?.form).not.toHaveProperty('others');
  });

  test('an address is taken once, blank rows are filled, and there is a most', () => {
    const [blank] = [emptyRecipient()];
    const twice = addRecipients([blank!], [row('a@b.example'), row('A@B.example'), row('c@d.example')]);
    expect(twice.map(({ email }) => email)).toEqual(['a@b.example', 'c@d.example']);
    const many = Array.from({ length: 80 }, (_, index) => row(`p${index}@b.example`));
    expect(addRecipients(twice, many)).toHaveLength(mostRecipients);
  });

  test('what would be new is told from what is there and what stands there twice', () => {
    const added = [row('a@b.example'), row('C@d.example'), row('c@D.example', 'Mia'), row('e@f.example')];
    expect(sortAdded([row('A@b.example')], added)).toEqual({
      fresh: [row('C@d.example', 'Mia'), row('e@f.example')],
      present: ['a@b.example'],
      repeated: ['c@D.example'],
    });
  });

  test('of a long list each address is looked at a few times, however many there are', () => {
    let looks = 0;
    const counted = (email: string) =>
      Object.defineProperty(row(''), 'email', {
        enumerable: true,
        get() {
          looks += 1;
          return email;
        },
      });
    const added = Array.from({ length: 5_000 }, (_, index) => counted(`a${index % 4_000}@b.example`));
    const { fresh, repeated } = sortAdded([row('a0@b.example')], added);
    expect([fresh.length, repeated.length]).toEqual([3_999, 999]);
    expect(looks).toBeLessThan(10 * added.length);
  });

  test('without recipients there is an empty one', () => {
    expect(recipientsOf(withRecipients(form, []))).toMatchObject([{ email: '', firstName: '' }]);
  });
});
