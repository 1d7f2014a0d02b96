import type { QueueRow } from '#storage/device-rows.ts';

const texts = {
  message: 'A message was refused by the server and did not go out.',
  messages: (count: number) => `${count} messages were refused by the server and did not go out.`,
  item: 'The server refused something that waited on this device.',
  items: (count: number) => `The server refused ${count} items that waited on this device.`,
  look: 'See why',
};

function textFor(refused: readonly Pick<QueueRow, 'type'>[]) {
  const count = refused.length;
  const areMessages = refused.every(({ type }) => type === 'salestool--message');
  if (count === 1) return areMessages ? texts.message : texts.item;
  return areMessages ? texts.messages(count) : texts.items(count);
}

/** Says what was set aside while nobody waited for it, and leads to the reasons. */
export const refusedNotice = (refused: readonly Pick<QueueRow, 'type'>[]) => ({
  tone: 'problem' as const,
  text: textFor(refused),
  action: { label: texts.look, to: '/settings#waiting' },
});
