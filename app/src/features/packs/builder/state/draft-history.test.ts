import {
  addMedia,
  addMediasSection,
  addTextSection,
  moveMedia,
  moveMediaTo,
  moveSection,
  removeMedia,
  removeSection,
  renameMedia,
  renameSection,
  setSectionTitleShown,
  setText,
} from '@satchel/core/pack/edit-pack.ts';
import type { PackData } from '@satchel/core/pack/pack-data.ts';
import { readPackData, writePackData } from '@satchel/core/pack/read-pack-data.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, words } from '#testing/sample-packs.ts';
import { packMediaOf } from './add-medias.ts';
import { beginHistory, type DraftHistory, redone, undone, withChange } from './draft-history.ts';
import type { PackDraft } from './pack-draft.ts';

const unknown = {
  id: 'x',
  type: 'unknown',
  unknownType: 'poll',
  raw: { id: 'x', type: 'poll', a: [1] },
} as const;

const begun: PackDraft = {
  title: 'Brightwater',
  notes: '',
  color: '',
  contents: contents(
    documents('one', 'One', ['guide', 'prices', 'demo']),
    words('two', 'Two', '<p>Dear {{recipient_name}}</p>'),
    { ...unknown },
    documents('three', 'Three', ['case']),
  ),
};

/** Each draws a section, a media and a place from three numbers, so that any sequence can be tried. */
const operations = {
  addText: (pack: PackData, a: number) => addTextSection(pack, { at: a % (pack.elements.length + 1) }),
  addDocuments: (pack: PackData, a: number) => addMediasSection(pack, { at: a % (pack.elements.length + 1) }),
  removeSection: (pack: PackData, a: number) => removeSection(pack, idAt(pack, a)),
  moveSection: (pack: PackData, a: number, b: number) =>
    moveSection(pack, a % (pack.elements.length + 1), b % (pack.elements.length + 1)),
  rename: (pack: PackData, a: number, b: number) => renameSection(pack, idAt(pack, a), `Title ${b}`),
  hide: (pack: PackData, a: number, b: number) => setSectionTitleShown(pack, idAt(pack, a), b % 2 === 0),
  write: (pack: PackData, a: number, b: number) => setText(pack, idAt(pack, a), `<p>${b}</p>`),
  addMedia: (pack: PackData, a: number, b: number, c: number) => {
    const result = addMedia(pack, idAt(pack, a), packMediaOf(sampleMedias[b % sampleMedias.length]!), c % 3);
    return result.ok ? result.pack : pack;
  },
  removeMedia: (pack: PackData, a: number, b: number) =>
    removeMedia(pack, idAt(pack, a), mediaAt(pack, a, b)),
  moveMedia: (pack: PackData, a: number, b: number, c: number) =>
    moveMedia(pack, idAt(pack, a), b % 4, c % 4),
  moveMediaTo: (pack: PackData, a: number, b: number, c: number) => {
    const between = { from: idAt(pack, a), to: idAt(pack, c), at: b % 3 };
    const result = moveMediaTo(pack, mediaAt(pack, a, b), between);
    return result.ok ? result.pack : pack;
  },
  renameMedia: (pack: PackData, a: number, b: number) =>
    renameMedia(pack, idAt(pack, a), mediaAt(pack, a, b), `Name ${b}`),
};

const idAt = ({ elements }: PackData, at: number) => elements[at % Math.max(1, elements.length)]?.id ?? '';

function mediaAt({ elements }: PackData, section: number, at: number) {
  const element = elements[section % Math.max(1, elements.length)];
  const medias = element?.type === 'medias' ? element.data.medias : [];
  return medias[at % Math.max(1, medias.length)]?.data.media.id ?? '';
}

const anyNumber = fc.nat(40);
const anyChange = fc.record({
  kind: fc.constantFrom(...(Object.keys(operations) as (keyof typeof operations)[])),
  numbers: fc.tuple(anyNumber, anyNumber, anyNumber),
  /** ms since the change before */
  later: fc.constantFrom(10, 900, 5000),
  isTyping: fc.boolean(),
});

const all = (history: DraftHistory, step: typeof undone) => {
  let now = history;
  for (let next = step(now); next; next = step(now)) now = next.history;
  return now;
};

const textOf = ({ contents: pack, ...details }: PackDraft) => JSON.stringify(details) + writePackData(pack);

describe('steps of a draft', () => {
  test('whatever was done, all steps back give the very same pack, and all steps forth what was built', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
        let history = beginHistory(begun);
        let now = 0;
        for (const { kind, numbers, later, isTyping } of changes) {
          now += later;
          const after = { ...history.draft, contents: operations[kind](history.draft.contents, ...numbers) };
          history = withChange(history, after, { said: kind, now, burst: isTyping ? kind : null });
        }
        const built = history.draft;
        const back = all(history, undone);
        expect(back.draft).toBe(begun);
        expect(textOf(all(back, redone).draft)).toBe(textOf(built));
        expect(readPackData(writePackData(built.contents)).ok).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('steps back and forth between changes always lead to a draft that there was', () => {
    const anyMove = fc.oneof(anyChange, fc.constantFrom('undo' as const, 'redo' as const));
    fc.assert(
      fc.property(fc.array(anyMove, { maxLength: 60 }), (moves) => {
        let history = beginHistory(begun);
        // The plain way: every draft, and where among them we stand.
        let drafts = [begun];
        let at = 0;
        let now = 0;
        for (const move of moves) {
          now += 10_000;
          if (move === 'undo') {
            history = undone(history)?.history ?? history;
            at = Math.max(0, at - 1);
          } else if (move === 'redo') {
            history = redone(history)?.history ?? history;
            at = Math.min(drafts.length - 1, at + 1);
          } else {
            const contentsNow = operations[move.kind](history.draft.contents, ...move.numbers);
            const after = { ...history.draft, contents: contentsNow };
            if (textOf(after) !== textOf(history.draft)) drafts = [...drafts.slice(0, ++at), after];
            history = withChange(history, after, { said: move.kind, now });
          }
          expect(textOf(history.draft)).toBe(textOf(drafts[at]!));
        }
      }),
      { numRuns: 200 },
    );
  });

  const typed = (history: DraftHistory, text: string, now: number, burst = 'text of two') =>
    withChange(
      history,
      { ...history.draft, contents: setText(history.draft.contents, 'two', text) },
      { said: 'typed', now, burst },
    );

  test('typing without a pause is one step, and a pause begins another', () => {
    let history = typed(typed(beginHistory(begun), '<p>a</p>', 0), '<p>ab</p>', 400);
    history = typed(history, '<p>abc</p>', 10_000);
    expect(history.past).toHaveLength(2);
    expect(undone(history)?.history.draft.contents).toMatchObject({
      elements: [{}, { data: { content: '<p>ab</p>' } }, {}, {}],
    });
  });

  test('who types on and on has a step for every few seconds of it', () => {
    let history = beginHistory(begun);
    for (let second = 0; second < 20; second += 1)
      history = typed(history, `<p>${'a'.repeat(second + 1)}</p>`, second * 1000);
    expect(history.past.length).toBeGreaterThanOrEqual(3);
    expect(history.past.length).toBeLessThanOrEqual(7);
    const back = undone(history)!.history;
    expect(textOf(back.draft)).not.toBe(textOf(begun));
    expect(textOf(redone(back)!.history.draft)).toBe(textOf(history.draft));
  });

  test('typing in another field is a step of its own, and words typed and taken away again are none', () => {
    const title = { ...begun, title: 'B' };
    const history = withChange(typed(beginHistory(begun), '<p>a</p>', 0), title, {
      said: 'title',
      now: 10,
      burst: 'details',
    });
    expect(history.past).toHaveLength(2);
    const back = typed(typed(beginHistory(begun), '<p>a</p>', 0), '<p>Dear {{recipient_name}}</p>', 100);
    expect(back.past).toEqual([]);
    expect(back.draft).toBe(begun);
  });

  test('what is done after a step back takes the way forth away', () => {
    const history = undone(typed(beginHistory(begun), '<p>a</p>', 0))!.history;
    expect(redone(typed(history, '<p>b</p>', 10))).toBeNull();
  });
});
