import { ask } from '#ask.ts';
import { type Benchmark, perSecond } from '#benchmark.ts';
import type { Content } from '#content.ts';
import { serveHost } from '#host.ts';
import { inTurns } from '#load.ts';
import { servePrepared } from '#prepared-buffer.ts';

/** What the app asks for when a bundle is opened (API-34). */
const include =
  'image,medias,medias.thumbnail,medias.file,medias.keywords,medias.products,medias.thumbnail_image,medias.preview_image';

const bundlePath = (id: string) =>
  `/jsonapi/salestool/document_bundle/${id}?include=${encodeURIComponent(include)}`;

// As browsers ask on a secure address.
const browserEncodings = 'gzip, deflate, br, zstd';

const load = { seconds: 4, connections: 16 };

/** A bundle with 50 media, signed in, as browsers ask for it. */
export const bundle: Benchmark = {
  name: 'bundle',
  async run(content) {
    const { host, path, headers, answer } = await prepare(content);
    const bare = await servePrepared(content.dataFolder, answer);
    const { ours, limit } = await inTurns([
      { server: host, path, load: { ...load, headers }, status: 200 },
      { server: bare, path: '/body', load, status: 200 },
    ]);
    await Promise.all([host.stop(), bare.stop()]);
    return [
      {
        what: `bundle with 50 media, ${Math.round(answer.body.length / 1000)} kB ${answer.encoding}`,
        measured: `${perSecond(ours.requestsPerSecond)}, ${Math.round(ours.cpuMicrosecondsPerRequest)} µs of CPU`,
        limit: `Fastify, prepared buffer: ${perSecond(limit.requestsPerSecond)}`,
        ratio: ours.requestsPerSecond / limit.requestsPerSecond,
        bar: '≥ 3,000/s',
        isHeld: ours.requestsPerSecond >= 3000,
      },
    ];
  },
};

/** The same when the caller has it already. */
export const unchanged: Benchmark = {
  name: 'unchanged',
  async run(content) {
    const { host, path, headers, answer } = await prepare(content);
    const bare = await servePrepared(content.dataFolder, answer);
    const known = { ...headers, 'if-none-match': String(answer.headers.etag) };
    const { ours, limit } = await inTurns([
      { server: host, path, load: { ...load, headers: known }, status: 304 },
      { server: bare, path: '/body', load, status: 200 },
    ]);
    await Promise.all([host.stop(), bare.stop()]);
    const ratio = ours.requestsPerSecond / limit.requestsPerSecond;
    return [
      {
        what: 'the same unchanged (304)',
        measured: `${perSecond(ours.requestsPerSecond)}, ${Math.round(ours.cpuMicrosecondsPerRequest)} µs of CPU`,
        limit: `Fastify, prepared buffer: ${perSecond(limit.requestsPerSecond)}, ${Math.round(limit.cpuMicrosecondsPerRequest)} µs`,
        ratio,
        bar: '≥ 0.5',
        isHeld: ratio >= 0.5,
      },
    ];
  },
};

async function prepare(content: Content) {
  const host = await serveHost(content.dataFolder);
  const headers = { authorization: await content.authorization(), 'accept-encoding': browserEncodings };
  const path = bundlePath(content.bundleIds[7] as string);
  return { host, path, headers, answer: await ask(`${host.url}${path}`, headers) };
}
