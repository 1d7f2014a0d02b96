import { jsonApiMediaType } from '@satchel/core/contract/json-api.ts';
import { expect, test } from 'vitest';
import { fillWithWorld, startOn } from '#testing/backed-up-host.ts';
import { preparePrograms } from '#testing/programs.ts';
import { sendPack } from '#testing/send-pack.ts';
import { startSmtpReceiver } from '#testing/smtp-receiver.ts';
import { password } from '#testing/world.ts';

test('a log holds one JSON event per line, and no password, token, key, or address of a prospect', async () => {
  const programs = await preparePrograms();
  const receiver = await startSmtpReceiver(0, {
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, answer) => answer(null, { user: username }),
  });
  const world = await fillWithWorld(programs);
  const prospect = 'daniel.okafor@brightwater.example';
  try {
    const host = await startOn(programs, {
      SMTP_URL: receiver.url.replace('smtp://', 'smtp://postmaster:mail-secret@'),
      MAIL_FROM: 'packs@velden.example',
      CLIENT_SECRET: 'client-secret',
      LOG_LEVEL: 'trace',
    });
    const client_secret = 'client-secret';
    const { as, refresh_token } = await host.signIn('nora', { client_secret });
    const wrong = { grant_type: 'password', username: 'nora', password: 'not-her-password', scope: '' };
    await host.ask({ ...wrong, client_secret });
    const fresh = await (
      await host.ask({ grant_type: 'refresh_token', refresh_token, client_secret })
    ).json();
    const reset = (method: string, params: object) =>
      fetch(`${host.url}/jsonrpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `salestool_otp.${method}`, params }),
      });
    await reset('generate_otp', { mail: 'nora@velden.example' });
    await reset('validate_otp', { mail: 'nora@velden.example', otp: '999999' });

    const words = `5.1.1 <${prospect}>: Recipient address rejected`;
    receiver.behave((stage) => (stage === 'recipient' ? { refuse: 550, saying: words } : 'accept'));
    const attributes = { sent: true, email: prospect };
    const sent = await sendPack(as, { packId: world.packs.nora.id, attributes });
    await expect
      .poll(host.said, { timeout: 20_000 })
      .toMatch(new RegExp(`"mail":"${sent.id}","outcome":"(?:refused|unreachable)"`));
    await fetch(`${host.url}/p/${sent.token}`);
    await fetch(`${host.url}//p/${sent.token}/files/${world.documents.guide.id}?again=${sent.token}`);
    await fetch(`${host.url}/p/${sent.token}/views`, { method: 'POST', body: '{"session":"x"' });
    await fetch(`${host.url}/p/${sent.token}/unlock`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'password-of-the-link' }),
    });
    await fetch(`${host.url}/sites/default/files/${world.files.guide.key}/product-guide.pdf`);
    await as(`/jsonapi/salestool/message?filter[email]=${prospect}`);
    await as('/jsonapi/salestool/message', {
      method: 'POST',
      headers: { 'content-type': jsonApiMediaType },
      body: `{"data": ${prospect}`,
    });
    await as(`/jsonapi/salestool/pack/${prospect}`);
    await host.stop();

    const said = host.said();
    const events = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(events.length).toBeGreaterThan(10);
    expect(events).toContainEqual(expect.objectContaining({ url: '/p/…', status: 200 }));
    expect(said).toContain('Recipient address rejected');
    const secrets = {
      prospect,
      password,
      wrong: wrong.password,
      link: 'password-of-the-link',
      token: sent.token,
      refresh_token,
      successor: fresh.refresh_token,
      access: fresh.access_token,
      key: world.files.guide.key,
      client_secret,
      mail: 'mail-secret',
    };
    for (const [what, secret] of Object.entries(secrets)) {
      expect([what, typeof secret, said.includes(secret)]).toEqual([what, 'string', false]);
    }
  } finally {
    await receiver.stop();
    await programs.dispose();
  }
}, 60_000);
