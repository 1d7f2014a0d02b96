import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HostProcess } from './host-process.ts';

const project = join(import.meta.dirname, '../..');
const channel = 'channels/retail-hospitality';

/** Adds a bundle of so many text files to Nora's channel, as somebody does who edits the demo's folder and imports it again. */
export async function importBundle(
  { dataFolder }: HostProcess,
  { title, files, bytesEach }: { title: string; files: number; bytesEach: number },
) {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-content-'));
  try {
    // What is missing in a channel's folder is taken for gone.
    await cp(join(project, 'demo', channel), join(folder, channel), { recursive: true });
    const bundle = join(folder, channel, 'bundles/90-many-files');
    await mkdir(bundle);
    await writeFile(join(bundle, 'bundle.yaml'), `type: document\ntitle: ${title}\navailability: public\n`);
    for (let number = 1; number <= files; number += 1)
      await writeFile(join(bundle, `sheet-${number}.txt`), `Sheet ${number}\n`.padEnd(bytesEach, '. '));
    const env = { ...process.env, DATA_FOLDER: dataFolder, DATABASE_URL: '' };
    await promisify(execFile)(process.execPath, [join(project, 'server/src/import.ts'), folder], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
