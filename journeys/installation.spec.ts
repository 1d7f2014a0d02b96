import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/fault-journey.ts';

const assets = join(import.meta.dirname, '../app/dist/assets');

test('[CACHE-01] a new device gets the small parts of the app in one file, and each as the host has it', async ({
  rep,
  line,
}) => {
  await rep.page.goto('/');
  await rep.waitForWorker();
  // A module that a page or a worker loads says so; what the installation fetches has no such destination.
  const fetched = line.requests.filter(
    ({ path, headers }) => path.startsWith('/assets/') && headers['sec-fetch-dest'] === 'empty',
  );
  expect(fetched.filter(({ path }) => path.includes('/small-parts-'))).toHaveLength(1);
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  expect(fetched.length).toBeLessThan(names.length / 10);

  const kept = await rep.page.evaluate(async (names) => {
    const hex = (bytes: ArrayBuffer) => new Uint8Array(bytes).toHex();
    const of = async (answer: Response | undefined) =>
      answer && {
        digest: hex(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())),
        headers: Object.fromEntries(answer.headers),
      };
    return Promise.all(
      names.map(async (name) => [name, await of(await caches.match(`/assets/${name}`))] as const),
    );
  }, names);
  const ofOneAnswer =
    /^(age|connection|content-encoding|content-length|date|etag|keep-alive|last-modified|transfer-encoding|vary)$/;
  for (const [name, copy] of kept) {
    const answer = await fetch(`${line.address}/assets/${name}`);
    const digest = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    // JavaScript has two names that mean the same.
    const rules = (headers: Record<string, string>) =>
      Object.entries(headers)
        .filter(([header]) => !ofOneAnswer.test(header))
        .map(([header, value]) => `${header}: ${value.replace('application/javascript', 'text/javascript')}`)
        .sort();
    expect([name, copy?.digest], name).toEqual([name, digest]);
    expect(rules(copy?.headers ?? {}), name).toEqual(rules(Object.fromEntries(answer.headers)));
  }

  await line.stop();
  await rep.page.reload();
  await expect(rep.page.getByLabel('Username or email')).toBeVisible();
});
