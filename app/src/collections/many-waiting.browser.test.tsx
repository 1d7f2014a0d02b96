import { newId } from '@satchel/core/pack/new-id.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { type Services, ServicesContext } from '#services.ts';
import { openDatabase } from '#storage/database.ts';
import type { MessageRecord } from '#storage/records.ts';
import { newQueueRow } from '#sync/save/pushable.ts';
import type { CollectionParts } from './collection-parts.ts';
import { useWaitingItems } from './use-waiting-items.ts';
import { createWaiting } from './waiting.ts';

const many = 10_000;
const sent = 200;

const message = (at: number): MessageRecord => ({
  ...{ id: newId(), type: 'salestool--message', subject: `Offer ${at}`, sent: true, ownerId: 'nora' },
  ...{ changed: at, _meta: { push: true } },
});

test('[F32] ten thousand waiting messages that go out one after the other are read about once a second, to the last', async () => {
  const database = openDatabase(`many-waiting-${newId()}`);
  const session = {
    current: () => ({ user: { uuid: 'nora' }, tokens: null }),
    subscribe: () => () => {},
  };
  const waiting = createWaiting({ database, session, now: Date.now } as unknown as CollectionParts);
  const messages = Array.from({ length: many }, (_, at) => message(at));
  await database.records('salestool--message').bulkPut(messages);
  await database.queue.bulkPut(messages.map(newQueueRow));

  let reads = 0;
  const counted: typeof waiting = {
    ...waiting,
    items: (options) => {
      reads += 1;
      return waiting.items(options);
    },
  };
  const current = session.current();
  const watched = { ...session, current: () => current };
  const services = { waiting: counted, session: watched } as unknown as Services;
  const List = () => (
    <ol>
      {useWaitingItems(100)?.items.map(({ id, title, reason }) => (
        <li key={id}>{[title, reason].filter(Boolean).join(': ')}</li>
      ))}
    </ol>
  );
  const screen = await render(
    <ServicesContext value={services}>
      <List />
    </ServicesContext>,
  );
  const first = () => screen.container.querySelector('li')?.textContent;
  await expect.poll(first).toBe('Offer 0');
  expect(screen.container.querySelectorAll('li')).toHaveLength(100);

  const began = performance.now();
  for (const { id } of messages.slice(0, sent)) await database.queue.delete(id);
  await expect.poll(first).toBe(`Offer ${sent}`);
  const seconds = (performance.now() - began) / 1000;
  // One at the beginning, one a second, and one at the end.
  expect(reads).toBeLessThanOrEqual(3 + seconds);

  // Nothing more or less waits when one is refused.
  await database.queue.update(messages[sent]?.id ?? '', { refused: 'No such mailbox' });
  await expect.poll(first).toBe(`Offer ${sent}: No such mailbox`);
  await screen.unmount();
  await database.dexie.delete();
});
