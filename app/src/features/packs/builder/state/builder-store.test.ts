import { describe, expect, test } from 'vitest';
import { sampleMedias } from '#testing/sample-content.ts';
import { contents, documents, words } from '#testing/sample-packs.ts';
import { packMediaOf } from './add-medias.ts';
import { createBuilderStore } from './builder-store.ts';

const medias = sampleMedias.slice(0, 2).map(packMediaOf);
const names = medias.map(({ name }) => name).join(', ');
const bundle = { id: 't3', type: 'salestool--document_bundle' as const };

function building(filesOf = async () => medias) {
  const saved = {
    ...{ title: 'For Daniel', notes: '', color: '' },
    contents: contents(
      documents('counter', 'The counter', ['demo']),
      words('word', 'A word', '<p>Hello</p>'),
    ),
  };
  const { store, actions } = createBuilderStore(
    { saved, draft: saved },
    { now: () => 0, onDraft: () => {}, onDuplicates: () => {}, onUnread: () => {}, filesOf },
  );
  const sections = () =>
    store
      .getState()
      .history.draft.contents.elements.flatMap((element) =>
        element.type === 'medias'
          ? [[element.title, ...element.data.medias.map(({ data }) => data.media.name)]]
          : [],
      );
  return { actions, sections, told: () => store.getState().last?.text };
}

describe('what goes into a section that is removed meanwhile becomes a section of its own, and says so', () => {
  test('[PBUILD-07] files that were being chosen', () => {
    const { actions, sections, told } = building();
    actions.remove('counter');
    actions.addTo('counter', medias);
    expect(sections()).toEqual([[expect.any(String), ...medias.map(({ name }) => name)]]);
    expect(told()).toBe(`${names} was added as a new section, because the one it was for is gone`);
    actions.undo();
    expect(sections()).toEqual([]);
  });

  test('a bundle that was dropped into it, whose files were still being read', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof medias>();
    const { actions, sections, told } = building(() => promise);
    actions.addBundle('T3 Counter', bundle, { kind: 'section', id: 'counter', at: 0 });
    actions.remove('counter');
    resolve(medias);
    await actions.allAdded();
    expect(sections()).toEqual([['T3 Counter', ...medias.map(({ name }) => name)]]);
    expect(told()).toBe('T3 Counter was added as a new section, because the one it was for is gone');
  });
});

describe('a bundle tells whether the pack has anything more because of it', () => {
  const into = { kind: 'section', id: 'counter', at: 1 } as const;

  test('[PBUILD-19] it has once, and not a second time', async () => {
    const { actions, sections } = building();
    expect(await actions.addBundle('T3 Counter', bundle, into)).toBe(true);
    const before = sections();
    expect(await actions.addBundle('T3 Counter', bundle, into)).toBe(false);
    expect(sections()).toEqual(before);
  });

  test('nor has it when the files cannot be read', async () => {
    const { actions } = building(async () => Promise.reject(new Error('unreachable')));
    expect(await actions.addBundle('T3 Counter', bundle, into)).toBe(false);
  });
});
