import { describe, expect, test } from 'vitest';
import { type SaveSteps, type SaveStrategy, saveBy } from '#sync/save/strategies.ts';
import { type LoadStrategy, loadBy } from './strategies.ts';

interface World {
  local?: string | null;
  remote?: string | null | Error;
  fresh?: boolean;
}

async function load(strategy: LoadStrategy, { local = null, remote = null, fresh = false }: World) {
  const did: string[] = [];
  try {
    const value = await loadBy<string>(strategy, {
      local: async () => local,
      isFresh: () => fresh,
      remote: async () => {
        did.push('asked');
        if (remote instanceof Error) throw remote;
        return remote;
      },
      store: async (stored) => void did.push(`stored ${stored}`),
    });
    return { value, did };
  } catch (error) {
    return { error: (error as Error).message, did };
  }
}

const broken = new Error('No response');

describe('loading', () => {
  test('[SYNC-14] local only never asks', async () => {
    expect(await load('local-only', { local: 'here', remote: 'there' })).toEqual({ value: 'here', did: [] });
  });

  test('[SYNC-14] remote only does not fall back', async () => {
    expect(await load('remote-only', { local: 'here', remote: broken })).toEqual({
      error: 'No response',
      did: ['asked'],
    });
  });

  test('[SYNC-14] remote then local falls back to what is here', async () => {
    expect(await load('remote-then-local', { local: 'here', remote: 'there' })).toMatchObject({
      value: 'there',
      did: ['asked', 'stored there'],
    });
    expect(await load('remote-then-local', { local: 'here', remote: broken })).toMatchObject({
      value: 'here',
    });
    expect(await load('remote-then-local', { remote: broken })).toMatchObject({ error: 'No response' });
  });

  test('[SYNC-15] local then remote asks only for what is missing or stale', async () => {
    expect(await load('local-then-remote', { local: 'here', fresh: true, remote: 'there' })).toEqual({
      value: 'here',
      did: [],
    });
    expect(await load('local-then-remote', { local: 'here', remote: 'there' })).toMatchObject({
      value: 'there',
      did: ['asked', 'stored there'],
    });
    expect(await load('local-then-remote', { local: 'here', remote: broken })).toMatchObject({
      value: 'here',
    });
  });

  const noCache = ['remote-then-local-no-cache', 'local-then-remote-no-cache'] as const;
  test.each(noCache)(
    '[SYNC-14, SYNC-15, ERR-10] %s stores nothing, and an empty answer is an error',
    async (strategy) => {
      expect(await load(strategy, { remote: 'there' })).toEqual({ value: 'there', did: ['asked'] });
      expect(await load(strategy, {})).toMatchObject({ error: 'Remote query returned no results' });
    },
  );

  test('[SYNC-14, SYNC-15] what is here stands in for a host that fails, and spares it a question while it is fresh, also without a cache', async () => {
    for (const strategy of noCache)
      expect(await load(strategy, { local: 'here', remote: broken })).toEqual({
        value: 'here',
        did: ['asked'],
      });
    const fresh = { local: 'here', fresh: true, remote: 'there' };
    expect(await load('local-then-remote-no-cache', fresh)).toEqual({ value: 'here', did: [] });
    expect(await load('remote-then-local-no-cache', fresh)).toEqual({ value: 'there', did: ['asked'] });
  });

  test('[ERR-08] a lookup that finds nothing says so', async () => {
    expect(await load('local-only', {})).toMatchObject({ error: 'Not found' });
    expect(await load('remote-only', {})).toMatchObject({ error: 'Not found' });
  });

  test('[ERR-09] an unknown strategy is named as such', async () => {
    expect(await load('by-pigeon' as LoadStrategy, {})).toMatchObject({
      error: 'Unrecognised load strategy',
    });
    await expect(saveBy('by-pigeon' as SaveStrategy, steps().steps)).rejects.toThrow(
      'Unrecognised save strategy',
    );
  });
});

function steps(pushFails: string | null = null) {
  const did: string[] = [];
  const step = (name: string) => async () => void did.push(name);
  const all: SaveSteps = {
    saveLocally: step('saved here'),
    queue: step('queued'),
    push: async () => {
      did.push('pushed');
      return pushFails;
    },
    saveRemotely: step('saved there'),
    pull: step('pulled'),
    removeLocally: step('removed here'),
  };
  return { did, steps: all };
}

describe('saving', () => {
  const saveOrders = [
    ['local-only', ['saved here'], { savedLocally: true, savedRemotely: false }],
    ['remote-only', ['saved there'], { savedLocally: false, savedRemotely: true }],
    ['local-then-push', ['queued', 'pushed'], { savedLocally: true, savedRemotely: true }],
    [
      'local-then-push-then-remove-local',
      ['queued', 'pushed', 'removed here'],
      { savedLocally: false, savedRemotely: true },
    ],
    ['remote-then-pull', ['saved there', 'pulled'], { savedLocally: true, savedRemotely: true }],
  ] as const;
  test.each(saveOrders)('[SYNC-16, SYNC-18, SYNC-22] %s', async (strategy, order, flags) => {
    const { did, steps: all } = steps();
    expect(await saveBy(strategy, all)).toEqual({ ...flags, failure: null });
    expect(did).toEqual(order);
  });

  test.each(['local-then-push', 'local-then-push-then-remove-local'] as const)(
    '[SYNC-17] %s resolves with the local result when the host does not take it',
    async (strategy) => {
      const { did, steps: all } = steps('No response');
      expect(await saveBy(strategy, all)).toEqual({
        savedLocally: true,
        savedRemotely: false,
        failure: 'No response',
      });
      expect(did).toEqual(['queued', 'pushed']);
    },
  );
});
