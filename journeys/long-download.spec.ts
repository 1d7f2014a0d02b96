import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnwatched } from './support/unwatched-browser.ts';
import { expect, film, filmBytes, test } from './support/worker-journey.ts';
import { page as html } from './support/worker-site.ts';

const second = 1000;
const minute = 60 * second;

test('[CACHE-07] a file that takes longer than a browser lets an event last is kept, fetched once @long', async ({
  site,
}) => {
  test.setTimeout(10 * minute);
  const parts = 80;
  site.answers.set(film, (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': filmBytes.length });
    const size = Math.ceil(filmBytes.length / parts);
    let sent = 0;
    const drip = setInterval(() => {
      response.write(filmBytes.subarray(sent, sent + size));
      sent += size;
      if (sent >= filmBytes.length) response.end();
    }, 5 * second);
    response.once('close', () => clearInterval(drip));
  });
  const start = await readFile(join(site.folder, 'index.html'), 'utf8');
  site.answers.set(
    '/keeps-a-film',
    html(`${start}<script type="module">
      while (!document.body.dataset.started) await new Promise((resolve) => setTimeout(resolve, 100));
      const { ok, cached } = await window.worker.ask({ type: 'st-precache', urls: ['${film}'] });
      await fetch('/told?ok=' + ok + '&cached=' + cached);
    </script>`),
  );
  site.answers.set('/told', html(''));

  const end = await openUnwatched(`${site.address}/keeps-a-film`);
  try {
    await expect.poll(() => site.requestsOf('/told'), { timeout: 9 * minute }).toHaveLength(1);
  } finally {
    await end();
  }
  expect(site.requestsOf('/told')).toEqual(['/told?ok=true&cached=1']);
  expect(site.requestsOf(film)).toHaveLength(1);
});
