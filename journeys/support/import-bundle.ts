import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostProcess } from './host-process.ts';
import { importChanged } from './import-changed.ts';

/** Adds a bundle of so many text files to Nora's channel, as somebody does who edits the demo's folder and imports it again. */
export const importBundle = (
  host: HostProcess,
  { title, files, bytesEach }: { title: string; files: number; bytesEach: number },
) =>
  importChanged(host, async (folder) => {
    const bundle = join(folder, 'channels/retail-hospitality/bundles/90-many-files');
    await mkdir(bundle);
    await writeFile(join(bundle, 'bundle.yaml'), `type: document\ntitle: ${title}\navailability: public\n`);
    for (let number = 1; number <= files; number += 1)
      await writeFile(join(bundle, `sheet-${number}.txt`), `Sheet ${number}\n`.padEnd(bytesEach, '. '));
  });
