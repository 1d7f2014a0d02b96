/** One thing that the engine must not forget, and the engine without it. */
export interface Breakage {
  title: string;
  /** Below `app/src/sync`. */
  file: string;
  /** Stands there once. */
  from: string;
  to: string;
}

/** What the model of the engine has to notice, each within 1,500 histories. */
export const breakages: Breakage[] = [
  {
    title: 'the lease is not looked at where an item is claimed',
    file: 'save/claims.ts',
    from: 'if (!mayClaim) {',
    to: 'if (!mayClaim && asked < 0) {',
  },
  {
    title: 'a push takes the flag away without a look at what was edited meanwhile',
    file: 'save/settle-record.ts',
    from: 'if (asText(current) === asText(sent)) {',
    to: 'if (asText(sent) === asText(sent)) {',
  },
  {
    title: 'work of whoever was signed in before goes with the rest',
    file: 'save/claims.ts',
    from: 'row.ownerId === owner &&',
    to: '',
  },
  {
    title: 'a message carries the pack as it is when it goes',
    file: 'save/save-record.ts',
    from: '...(before ? withIdsOf(before, record) : record),',
    to: '...(before ? withIdsOf(before, record) : record),\n    pack_snapshot: undefined,',
  },
  {
    title: 'a create that is there already counts as stored, whatever it says',
    file: 'save/send-record.ts',
    from: 'if (saysTheSame(stored, wanted)) return asThere(record, there);',
    to: 'return withState(there);',
  },
  {
    title: 'a message whose id the host has already is taken for that one',
    file: 'save/send-record.ts',
    from: 'if (isAnotherMessage(record, there.record)) throw new TakenId(there.record);',
    to: '',
  },
  {
    title: 'an item that is set aside ends the push',
    file: 'save/push-item.ts',
    from: 'return refuse(item, errorText(error));\n      }\n    }',
    to: 'await setAside(item, errorText(error));\n          return { stop: failure };\n      }\n    }',
  },
  {
    title: 'a list of packs takes away what was saved here since',
    file: 'load/load-packs.ts',
    from: 'isKnownToHost(pack) && !remote.has(pack.id) && !isNewer(pack)',
    to: '!remote.has(pack.id)',
  },
  {
    title: 'an edit is written over what another window saved',
    file: 'save/keep-both.ts',
    from: '(there) => !there || packState(there) === began || isSamePack(there, record),',
    to: '(there) => !there || now >= 0 || packState(there) === began || isSamePack(there, record),',
  },
  {
    title: 'the copies of two windows are one',
    file: 'save/keep-both.ts',
    from: 'into: await copyOf(database, record.id, began)',
    to: "into: (await packs.filter(({ title }) => title === copyTitle(record.title ?? '', null, now)).first()) ?? null",
  },
  {
    title: 'an edit that crosses another device’s is written over it',
    file: 'save/save-record.ts',
    from: ' ...(base && { base }),',
    to: '',
  },
  {
    title: 'a channel is replaced in two steps',
    file: 'load/swap-channel.ts',
    from: 'return database.write([...new Set(tables)], async () => {',
    to: "await database.write([database.records('salestool--channel')], async () => {\n    await database.records('salestool--channel').put({ ...channel, pulled: options.pulled } as never);\n  });\n  return database.write([...new Set(tables)], async () => {",
  },
  {
    title: 'an event counts as sent before the host has it',
    file: 'events/push-events.ts',
    from: 'try {\n      const { body } = await request(',
    to: "try {\n      await database.events.update(row.id, { status: 'sent' });\n      const { body } = await request(",
  },
  {
    title: 'an event that the host does not take counts as sent',
    file: 'events/push-events.ts',
    from: 'if (isRefused(body)) await countTry(row);\n      else ',
    to: '',
  },
  {
    title: 'an event fails after three tries',
    file: 'events/push-events.ts',
    from: 'const mostRetries = 12;',
    to: 'const mostRetries = 2;',
  },
  {
    title: 'events are tried again at once',
    file: 'events/push-events.ts',
    from: 'Math.abs(now() - row.lastRetry) >= retryAfterMs',
    to: 'now() !== row.lastRetry',
  },
  {
    title: 'events of whoever was signed in before go with the rest',
    file: 'events/push-events.ts',
    from: 'row.ownerId === userId() &&',
    to: '',
  },
  {
    title: 'the event log grows beyond its cap',
    file: 'events/entries-over-cap.ts',
    from: 'await events.bulkDelete(over.map(({ id }) => id));',
    to: 'void over;',
  },
  {
    title: 'a restored host gets nothing again',
    file: 'host-generation.ts',
    from: 'await sendAgain(owner, canTellMailed);',
    to: '',
  },
  {
    title: 'a restored host is told to mail what may have been mailed',
    file: 'host-generation.ts',
    from: "if (message && canTellMailed) await messages.put({ ...message, delivery: 'queued' });",
    to: '',
  },
  {
    title: 'the answer of a host that was restored meanwhile counts',
    file: 'save/settle-record.ts',
    from: 'if (generation !== null && known !== generation) return null;',
    to: '',
  },
  {
    title: 'of two devices at a restored host the one that comes first is right',
    file: 'save/send-record.ts',
    from: 'isAgain && !isStoredHere && ',
    to: 'isAgain && ',
  },
  {
    title: 'nobody knows what was sent without an answer',
    file: 'save/claims.ts',
    from: '      tried: true,\n',
    to: '',
  },
  {
    title: 'the host is believed when it refuses what it took before',
    file: 'save/send-record.ts',
    from: "may be refused by now.\n      if (failureOf(error)?.kind !== 'refused') throw error;",
    to: 'may be refused by now.\n      if (!isRefusedWith(error, 409)) throw error;',
  },
  {
    title: 'whoever archives a pack writes over what another device made of it',
    file: 'save/save-records.ts',
    from: 'const _meta = { ...chosen._meta, ...(base && { base }) };',
    to: 'const _meta = { ...chosen._meta };',
  },
  {
    title: 'a message does not say that its pack was refused',
    file: 'save/save-records.ts',
    from: '[...waiting, ...left.values()].find(',
    to: 'waiting.find(',
  },
  {
    title: 'a window that slept writes over what another one made',
    file: 'save/displaced.ts',
    from: 'if (!(await isOurs())) throw new Displaced();',
    to: '',
  },
  {
    title: 'an event is told under the name of whoever is signed in when it is written down',
    file: 'events/event-log.ts',
    from: '      ownerId,\n',
    to: '      ownerId: userId(),\n',
  },
  {
    title: 'a save and its place in the queue are two transactions',
    file: 'save/keep-both.ts',
    from: 'const saved = await database.write([packs, queue], save);',
    to: 'await database.write([packs], async () => void (await packs.put({ ...(await packs.get(record.id)), ...record, _meta: {} })));\n  const saved = await database.write([packs, queue], save);',
  },
  {
    title: 'a message does not wait for its signature',
    file: 'save/claims.ts',
    from: '? [record.pack, record.signature].flatMap(',
    to: '? [record.pack].flatMap(',
  },
  {
    title: 'a signature goes although a message waits for it',
    file: 'save/save-signature.ts',
    from: 'id !== signature.id && !needed.has(id)',
    to: 'id !== signature.id',
  },
  {
    title: 'what waits is written over by what the host has',
    file: 'load/store-records.ts',
    from: '_meta?.push === true;',
    to: '_meta?.push === undefined && false;',
  },
  {
    title: 'the pack log is purged by a clock that is ahead',
    file: 'load/load-pack-log.ts',
    from: 'Math.min(now(), await lastTold())',
    to: 'now()',
  },
  {
    title: 'the pack log is purged by what a clock that is ahead has dated',
    file: 'load/load-pack-log.ts',
    from: 'return newest?.changed ?? 0;',
    to: 'return Math.max(newest?.changed ?? 0, ((await packLog.orderBy("date_sent").last())?.date_sent ?? 0) * 1000);',
  },
  {
    title: 'old entries of the pack log stay',
    file: 'load/load-pack-log.ts',
    from: '(await present(headers)) - keptSeconds',
    to: '(await present(headers)) * 0',
  },
  {
    title: 'what a full device does not keep is said to be saved',
    file: 'save/strategies.ts',
    from: "case 'local-then-push':\n      await steps.queue();",
    to: "case 'local-then-push':\n      await steps.queue().catch(() => {});",
  },
  {
    title: 'what waited for something that is given up waits on',
    file: 'engine.ts',
    from: 'const isThere = await saves.discard(chosen);\n      wake();',
    to: 'const isThere = await saves.discard(chosen);',
  },
  {
    title: 'a held claim leaves after a sleep',
    file: 'save/held-claims.ts',
    from: 'const counts = isWithin(countsForMs);',
    to: 'const counts = isWithin(Number.POSITIVE_INFINITY);',
  },
  {
    title: 'what is left of a push is not tried again by itself',
    file: 'engine.ts',
    from: 'wakesAt = at;\n',
    to: 'wakesAt = at;\n    if (wakesAt > 0) return;\n',
  },
];
