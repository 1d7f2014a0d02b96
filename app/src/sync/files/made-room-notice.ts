import type { KeptSubject } from '#storage/device-rows.ts';

const texts = {
  files: (count: number) =>
    `This device was full. ${count === 1 ? 'A file that can be downloaded again was' : `${count} files that can be downloaded again were`} removed from it to keep your work.`,
  resources: 'Resources',
  packs: 'Packs',
};

/** Says that files went so that work is kept, and leads to the switches of those that were chosen to be there offline. */
export function madeRoomNotice(count: number, losses: readonly Pick<KeptSubject, 'kind'>[]) {
  const words = { tone: 'problem' as const, text: texts.files(count) };
  if (losses.length === 0) return words;
  const isBundle = losses.some(({ kind }) => kind === 'bundle');
  const action = isBundle ? { label: texts.resources, to: '/content' } : { label: texts.packs, to: '/packs' };
  return { ...words, action };
}
