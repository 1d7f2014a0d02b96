import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Benchmark, type Figure, megabytes, perSecond } from '#benchmark.ts';
import { serve, serveHost } from '#host.ts';
import { inTurns } from '#load.ts';

const sizes = [
  { what: 'file of 200 kB', bytes: 200_000, load: { seconds: 4, connections: 16 }, atLeast: 0.5 },
  { what: 'file of 100 MB', bytes: 100_000_000, load: { seconds: 12, connections: 1 }, atLeast: 0.9 },
];

/** Files as the app fetches them, beside a Node server that only streams. */
export const files: Benchmark = {
  name: 'files',
  async run(content) {
    const figures: Figure[] = [];
    for (const { what, bytes, load, atLeast } of sizes) {
      const body = randomBytes(bytes);
      const path = await content.addFile(body, `${bytes}.bin`);
      const copy = join(content.dataFolder, `copy-${bytes}`);
      await writeFile(copy, body);
      const host = await serveHost(content.dataFolder);
      const script = join(import.meta.dirname, '../servers/file-stream.ts');
      const bare = await serve(script, { FILE: copy, SIZE: String(bytes) });
      const { ours, limit } = await inTurns([
        { server: host, path, load, status: 200 },
        { server: bare, path: '/', load, status: 200 },
      ]);
      await Promise.all([host.stop(), bare.stop()]);
      const ratio = ours.bytesPerSecond / limit.bytesPerSecond;
      figures.push({
        what,
        measured: `${perSecond(ours.requestsPerSecond)}, ${megabytes(ours.bytesPerSecond)}/s`,
        limit: `Node, file piped: ${perSecond(limit.requestsPerSecond)}, ${megabytes(limit.bytesPerSecond)}/s`,
        ratio,
        bar: `≥ ${atLeast}`,
        isHeld: ratio >= atLeast,
      });
    }
    return figures;
  },
};
