import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../tools/build.ts';
import { importDemo } from './host-process.ts';

/** The app as its sources are now, and the demo content with its small pictures, imported once; every test gets a copy of it. */
export default async function globalSetUp() {
  if (!buildApp()) throw new Error('The app could not be built; the lines above say why.');
  const folder = await mkdtemp(join(tmpdir(), 'satchel-journeys-'));
  await importDemo(folder);
  process.env.SATCHEL_JOURNEY_DATA = folder;
  return () => rm(folder, { recursive: true, force: true });
}
