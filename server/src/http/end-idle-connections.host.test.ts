import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startTestHost } from '#testing/test-host.ts';

test('a host that ends does not wait for connections that nothing was asked over, or nothing any more', async () => {
  const host = await startTestHost();
  const { port, hostname } = new URL(host.url);
  const unused = connect(Number(port), hostname);
  const asked = connect(Number(port), hostname);
  await Promise.all([once(unused, 'connect'), once(asked, 'connect')]);
  asked.write('GET /healthz HTTP/1.1\r\nHost: satchel\r\n\r\n');
  const [answer] = await once(asked, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  const closed = Promise.all([once(unused, 'close'), once(asked, 'close')]);
  await host.stop();
  await closed;
});
