import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorReport } from './error-report.ts';

const about = { origin: 'https://app.example', app: '1.7.0', page: 'packs__pack__send', browser: 'Chromium' };
const reportOf = (error: unknown) => errorReport(error, about);
const faultWith = (message: string, stack?: string) => {
  const fault = new TypeError(message);
  fault.stack = stack ?? `TypeError: ${message}`;
  return fault;
};

const linkToken = 'kJ8s-Qm2Zx_7Lp0vTn4RbY1c';
const bearer = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3YTJjIn0.c2lnbmF0dXJl';

describe('[TOUR-08] a report of a fault', () => {
  test('says what kind it was, on which page, and where in the app it lies', () => {
    const stack = [
      "TypeError: Cannot read properties of undefined (reading 'title')",
      '    at PackView (https://app.example/assets/view-a1.js:3:120)',
      '    at async load (https://app.example/assets/first-b2.js:1:9)',
      'render@https://app.example/assets/first-b2.js:2:40',
      '    at https://app.example/assets/first-b2.js:7:1',
    ].join('\n');
    expect(reportOf(faultWith("Cannot read properties of undefined (reading 'title')", stack))).toEqual({
      app: '1.7.0',
      page: 'packs__pack__send',
      browser: 'Chromium',
      name: 'TypeError',
      message: 'Cannot read properties of undefined (reading [text])',
      stack: [
        'PackView /assets/view-a1.js:3:120',
        'load /assets/first-b2.js:1:9',
        'render /assets/first-b2.js:2:40',
        '- /assets/first-b2.js:7:1',
      ],
    });
  });

  const secrets = [
    ['an address', `Failed to fetch https://app.example/p/${linkToken}?x=1`, linkToken],
    ['a link token', `no page for ${linkToken}`, linkToken],
    ['a token', `Bearer ${bearer} is refused`, bearer],
    ['a mail address', 'ingrid.berg@hotel.example is not a value', 'ingrid.berg'],
    ['a telephone number', 'cannot call +47 22 12 34 56', '34 56'],
    ['what somebody typed', `"Brightwater Cafés" is not a function`, 'Brightwater'],
    ['a quote that was cut', `Unexpected token, ..."name":"Brightwater`, 'Brightwater'],
  ] as const;
  test.each(secrets)('holds no secret: %s', (_, message, secret) => {
    expect(JSON.stringify(reportOf(faultWith(message)))).not.toContain(secret);
  });

  test('leaves out words that may repeat what a host or a person wrote', () => {
    for (const error of [new Error('Ingrid Berg'), new SyntaxError('Ingrid Berg'), 'Ingrid Berg', { a: 1 }]) {
      const report = reportOf(error);
      expect(report.message).toBeNull();
      expect(JSON.stringify(report)).not.toContain('Ingrid');
    }
  });

  test('names files of the app alone, without what stands behind a question mark or a hash', () => {
    const stack = [
      'TypeError: x',
      `    at a (https://app.example/assets/a.js?token=${linkToken}#${linkToken}:1:2)`,
      `    at b (https://elsewhere.example/${linkToken}.js:1:2)`,
      `    at c (blob:https://app.example/${linkToken}:1:2)`,
    ].join('\n');
    expect(reportOf(faultWith('x', stack)).stack).toEqual(['a /assets/a.js:1:2']);
  });

  test('holds no token, whatever stands around it', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9_-]{22,43}$/);
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        const report = reportOf(faultWith(`${before} ${secret} ${after}`));
        // Quotation marks of the words around it may take it as quoted; in every case it is gone.
        expect(report.message).not.toContain(secret);
      }),
    );
  });
});
