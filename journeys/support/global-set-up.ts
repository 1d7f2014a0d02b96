import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importDemo } from './host-process.ts';

/** Imports the demo content once; every test gets a copy of it. */
export default async function globalSetUp() {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-journeys-'));
  await importDemo(folder);
  process.env.SATCHEL_JOURNEY_DATA = folder;
  return () => rm(folder, { recursive: true, force: true });
}
