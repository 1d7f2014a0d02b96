import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '#ask.ts';
import { type Benchmark, median, megabytes, milliseconds } from '#benchmark.ts';
import { serveHost } from '#host.ts';

/** What the app asks for when a channel is taken along (SYNC-09). */
const include = [
  'image.file',
  'medias.file',
  'signature.image',
  'signature.picture',
  'bundles.image',
  'bundles.medias.file',
  'bundles.medias.thumbnail',
  'bundles.medias.thumbnail_image',
  'bundles.medias.preview_image',
  'bundles.medias.keywords',
  'bundles.medias.products',
].join(',');

const rounds = 5;
const mostBytes = 250_000_000;

/** The whole channel in one answer, beside the writing of the same document alone. */
export const channel: Benchmark = {
  name: 'channel',
  async run(content) {
    const delayFile = join(content.dataFolder, 'loop-delay.json');
    const host = await serveHost(content.dataFolder, {
      nodeOptions: ['--import', join(import.meta.dirname, '../servers/loop-delay.ts')],
      env: { LOOP_DELAY_FILE: delayFile },
    });
    const headers = { authorization: await content.authorization(), 'accept-encoding': 'identity' };
    const address = `${host.url}/jsonapi/salestool/channel/${content.channelId}?include=${include}`;
    const document = JSON.parse((await ask(address, headers)).body.toString());
    await pause(2000);
    const took: { wall: number; cpu: number }[] = [];
    const limits: { wall: number; cpu: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const [cpu, at] = [host.cpuSeconds(), performance.now()];
      await ask(address, headers);
      took.push({ wall: performance.now() - at, cpu: (host.cpuSeconds() - cpu) * 1000 });
      limits.push(stringify(document));
    }
    const memory = host.memory();
    await host.stop();
    const delay = JSON.parse(await readFile(delayFile, 'utf8')) as {
      cpu: number;
      clock: number;
      p999: number;
    };
    const middle = (values: typeof took, key: 'wall' | 'cpu') => median(values.map((each) => each[key]));
    const ratio = middle(took, 'cpu') / middle(limits, 'cpu');
    return [
      {
        what: `whole channel, ${document.included.length.toLocaleString('en')} records`,
        measured: `${milliseconds(middle(took, 'cpu'))} of CPU, ${milliseconds(middle(took, 'wall'))} to the last byte`,
        limit: `JSON.stringify: ${milliseconds(middle(limits, 'cpu'))} of CPU, ${milliseconds(middle(limits, 'wall'))}`,
        ratio,
        bar: '≤ 5 (CPU)',
        isHeld: ratio <= 5,
      },
      {
        what: 'event loop meanwhile',
        measured: `${milliseconds(delay.cpu)} of CPU at most; by the clock ${milliseconds(delay.clock)}, ${milliseconds(delay.p999)} in 999 of 1,000`,
        limit: '',
        bar: '≤ 50 ms (CPU)',
        isHeld: delay.cpu <= 50,
      },
      {
        what: 'memory after it',
        measured: `${megabytes(memory.now)} resident`,
        limit: '',
        bar: '≤ 250 MB',
        isHeld: memory.now <= mostBytes,
      },
    ];
  },
};

function stringify(document: unknown) {
  const [cpu, at] = [process.cpuUsage(), performance.now()];
  JSON.stringify(document);
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - at, cpu: (user + system) / 1000 };
}
