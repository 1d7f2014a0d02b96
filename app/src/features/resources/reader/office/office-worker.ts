// Runs in a worker of its own: see open-office.ts.
import type { OfficeAnswer, OfficeQuestion } from './office-content.ts';
import { safeZip, TooLarge } from './safe-zip.ts';

/** How files of Office begin that are encrypted, and those from before 2007. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

async function answer({ kind, bytes }: OfficeQuestion): Promise<OfficeAnswer> {
  const file = new Uint8Array(bytes);
  if (compoundFile.every((byte, at) => file[at] === byte)) return { problem: 'old' };
  try {
    const archive = safeZip(file);
    if (kind === 'excel') {
      const { readExcel } = await import('./read-excel.ts');
      return { content: { kind, sheets: readExcel(archive) } };
    }
    const { readWord } = await import('./read-word.ts');
    return { content: { kind, word: await readWord(archive) } };
  } catch (error) {
    return { problem: error instanceof TooLarge ? 'too-large' : 'broken' };
  }
}

self.onmessage = async ({ data }: MessageEvent<OfficeQuestion>) => self.postMessage(await answer(data));
