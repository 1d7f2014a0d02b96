import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../tools/test-programs.cjs';

/**
 * A browser with one page that nobody looks into: one that is driven gives its workers all the time in the world.
 * @returns what ends it
 */
export async function openUnwatched(address: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'satchel-unwatched-'));
  const browser = spawn(
    findChromium() ?? chromium.executablePath(),
    ['--headless=new', '--no-first-run', `--user-data-dir=${profile}`, ...chromiumArguments, address],
    { stdio: 'ignore' },
  );
  const gone = once(browser, 'exit');
  return async () => {
    browser.kill();
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}
