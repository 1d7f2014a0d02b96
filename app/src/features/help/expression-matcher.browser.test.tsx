import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { HelpPageRecord } from '#storage/records.ts';
import { showApp } from '#testing/show-app.tsx';
import { createExpressionMatcher, type ExpressionWorker } from './expression-matcher.ts';

// Each letter doubles the work: forty of them are more than a computer does in a week.
const endless = '^/(a+)+$';
const path = `/${'a'.repeat(40)}!`;

function countedWorkers() {
  let started = 0;
  let ended = 0;
  const start = (): ExpressionWorker => {
    const worker = new Worker(new URL('./expression-worker.ts', import.meta.url), { type: 'module' });
    const { terminate } = worker;
    worker.terminate = () => {
      ended += 1;
      terminate.call(worker);
    };
    started += 1;
    return worker;
  };
  return { start, counts: () => ({ started, ended }) };
}

test('[HELP-06] an expression matches, differs, or is none and never matches', async () => {
  const matches = createExpressionMatcher();
  expect(await matches('^/packs/[^/]+/(view|send)$', '/packs/a/view')).toBe(true);
  expect(await matches('^/packs/[^/]+/(view|send)$', '/packs/a/build')).toBe(false);
  expect(await matches('(', '/(')).toBe(false);
});

test('an expression without an end matches nothing, holds up nothing and is tried once', async () => {
  const { start, counts } = countedWorkers();
  const matches = createExpressionMatcher(start);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 10);
  onTestFinished(() => clearInterval(turning));
  const answers = await Promise.all([matches(endless, path), matches('!$', path)]);
  expect(answers).toEqual([false, true]);
  // The page went on while the worker searched.
  expect(turns).toBeGreaterThan(5);
  expect(await matches(endless, path)).toBe(false);
  expect(counts()).toEqual({ started: 2, ended: 1 });
});

test('a help page whose expression has no end leaves the others their button', async () => {
  const help = (id: string, title: string, paths: string): HelpPageRecord => ({
    id,
    type: 'node--help_page',
    title,
    paths,
    path: { alias: `/help/${id}`, langcode: 'en' },
  });
  await showApp(path, {
    configuration: { help: { url: 'https://help.example', topics: [] } },
    helpPages: [help('endless', 'Endless', `/${endless}/`), help('lost', 'Lost?', '/!$/')],
  });
  const link = page.getByRole('banner').getByRole('link', { name: 'Lost?' });
  await expect.element(link).toHaveAttribute('href', 'https://help.example/help/lost');
});
