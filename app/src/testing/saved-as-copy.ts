import type { Services } from '#services.ts';

/**
 * From now on the pack has become another one elsewhere, and what is saved of it goes into the copy that a push has made:
 * the first one into 'copy', one of that into 'copy-2'.
 */
export function savesIntoCopies({ services: { packs } }: { services: Services }) {
  const { save } = packs;
  const displaced = new Set<string>();
  const begun: [id: string, state: string | undefined][] = [];
  let count = 0;
  let copies = 0;
  packs.save = async (pack, options) => {
    begun.push([pack.id, options?.began]);
    count += 1;
    const edit = { ...pack._meta, edit: `edit ${count}` };
    if (!displaced.delete(pack.id)) {
      const saved = { ...pack, _meta: edit };
      return { ...(await save(saved)), pack: saved };
    }
    copies += 1;
    const id = copies === 1 ? 'copy' : `copy-${copies}`;
    const copy = { ...pack, id, title: `${pack.title} (my copy)`, _meta: edit };
    return { ...(await save(copy)), pack: copy };
  };
  return {
    /** What each save began from. */
    begun,
    /** Somebody else saves it. */
    isChangedElsewhere: async (id: string) => {
      displaced.add(id);
      const pack = (await packs.get(id))!;
      await save({ ...pack, notes: 'Theirs.', _meta: { ...pack._meta, edit: `theirs ${id}` } });
    },
  };
}
