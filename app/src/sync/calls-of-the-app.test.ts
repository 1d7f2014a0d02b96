import { describe, expect, test } from 'vitest';
import { devicesAtHost, draftOf, messageForm } from '#testing/devices-at-host.ts';

const at = devicesAtHost();

interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

/** What reaches the host, in full. */
function listening(host: typeof fetch = fetch) {
  const seen: Seen[] = [];
  const reach: typeof fetch = (address, init = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(address));
    const { method = 'GET', body } = init;
    seen.push({ method, path, query, headers: new Headers(init.headers), body: String(body ?? '') });
    return host(address, init);
  };
  const last = (path: string) => {
    const found = seen.findLast((call) => call.path === path);
    if (!found) throw new Error(`Nothing was asked at ${path}`);
    return found;
  };
  return { seen, reach, last };
}

const listed = (query: URLSearchParams, name: string) => query.get(name)?.split(',').sort();

async function inRetail(host?: typeof fetch) {
  const line = listening(host);
  return { ...line, device: await at.inRetail('nora', { fetch: line.reach }) };
}

const roles = 'sales_tool_user external_sales_tool_user sales_tool_manager external_sales_tool_manager';

describe('the calls of signing in', () => {
  test('[API-05, API-07, API-09] sign-in and refresh are forms with the client and the scope', async () => {
    const { device, last } = await inRetail();
    const signIn = last('/oauth/token');
    expect(signIn).toMatchObject({ method: 'POST' });
    expect(signIn.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(signIn.body))).toEqual({
      grant_type: 'password',
      username: 'nora',
      password: at.password,
      client_id: 'satchel',
      scope: roles,
    });
    const { refreshToken } = device.session.current().tokens!;
    await device.credentials.renew(device.session.current().tokens!.token);
    const refresh = last('/oauth/token');
    expect(refresh).toMatchObject({ method: 'POST' });
    expect(refresh.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(refresh.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: 'satchel',
      scope: roles,
    });
    for (const { headers } of [signIn, refresh]) expect(headers.get('authorization')).toBeNull();
  });

  test('[API-01] every call but those that give tokens carries the token, from the first to that of signing out', async () => {
    const { device, seen } = await inRetail();
    const { token } = device.session.current().tokens!;
    await device.service.signOut();
    const paths = seen.map(({ path }) => path);
    for (const path of ['/oauth/token', '/oauth/api/me', '/oauth/revoke']) expect(paths).toContain(path);
    const carries = ({ path, headers }: Seen) => [path, headers.get('authorization')];
    const ofHost = seen.filter(({ path }) => path !== '/config.json');
    expect(ofHost.map(carries)).toEqual(
      ofHost.map(({ path }) => [path, path === '/oauth/token' ? null : `Bearer ${token}`]),
    );
  });

  test('[API-02, API-10, API-11, API-12] a password is reset by three calls of JSON-RPC 2.0 without a token', async () => {
    const { seen, reach } = listening();
    const { passwordReset } = at.open({ fetch: reach });
    const mail = 'nobody@velden.example';
    await passwordReset.sendCode(mail);
    await passwordReset.checkCode(mail, '12').catch(() => {});
    await passwordReset.setPassword({ mail, code: '12', password: 'correct horse' }).catch(() => {});
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('POST /jsonrpc'));
    expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, null]);
    expect(seen.map(({ body }) => JSON.parse(body))).toMatchObject([
      { jsonrpc: '2.0', method: 'salestool_otp.generate_otp', params: { mail } },
      { jsonrpc: '2.0', method: 'salestool_otp.validate_otp', params: { mail, otp: '12' } },
      {
        jsonrpc: '2.0',
        method: 'salestool_otp.apply_otp',
        params: { mail, otp: '12', password: 'correct horse' },
      },
    ]);
  });

  test('[API-20] a password is changed by a PATCH of the own record', async () => {
    const { device, last } = await inRetail();
    const { id } = at.host.world.people.nora;
    await device.account.changePassword({ existing: 'wrong', wanted: 'correct horse' }).catch(() => {});
    const { method, headers, body } = last(`/jsonapi/user/user/${id}`);
    expect([method, headers.get('content-type')]).toEqual(['PATCH', 'application/vnd.api+json']);
    expect(JSON.parse(body)).toEqual({
      data: {
        id,
        type: 'user--user',
        attributes: { pass: { existing: 'wrong', value: 'correct horse' } },
      },
    });
  });
});

describe('the calls of reading', () => {
  test('[API-34] a document bundle comes with all that its files show', async () => {
    const { device, last } = await inRetail();
    const { id } = (await device.database.records('salestool--document_bundle').toCollection().first())!;
    await device.bundles.load(id, { force: true });
    expect(listed(last(`/jsonapi/salestool/document_bundle/${id}`).query, 'include')).toEqual(
      [
        ...['image', 'medias', 'medias.thumbnail', 'medias.file', 'medias.keywords'],
        ...['medias.products', 'medias.thumbnail_image', 'medias.preview_image'],
      ].sort(),
    );
  });

  test('[API-26, API-34] of any other bundle all that the model definitions name is asked for', async () => {
    const { device, last } = await inRetail();
    const { id } = (await device.database.records('salestool--content_bundle').toCollection().first())!;
    await device.bundles.load(id, { force: true });
    expect(listed(last(`/jsonapi/salestool/content_bundle/${id}`).query, 'include')).toEqual(['image']);
  });

  test('[API-26, API-34] a relationship that only this host names is asked for, too', async () => {
    const type = 'salestool--content_bundle';
    const { device, seen } = await inRetail(async (address, init) => {
      const answer = await fetch(address, init);
      if (!String(address).includes('/openapi/jsonapi')) return answer;
      const told = await answer.json();
      told.definitions[type].properties.data.properties.relationships.properties.makers = {};
      return Response.json(told);
    });
    const { id } = (await device.database.records(type).toCollection().first())!;
    await device.bundles.load(id, { force: true });
    const asked = seen.find(({ path }) => path === `/jsonapi/salestool/content_bundle/${id}`);
    expect(asked && listed(asked.query, 'include')).toEqual(['image', 'makers']);
  });

  test('[API-52] a page of a report is asked for by its number and its size', async () => {
    const { device, last } = await inRetail();
    const pack = draftOf(device, 'Reported');
    await device.packs.save(pack);
    for (const name of ['anna', 'daniel', 'zoe']) {
      const email = `${name}@example.test`;
      await device.messages.record(pack, { ...messageForm, signature: 'none', email }, 'send');
    }
    const segments = ['pack', pack.id, 'recipients'];
    const { rows } = await device.reports.read(segments);
    expect(rows).toHaveLength(3);
    const second = await device.reports.read(segments, { number: 1, size: 1 });
    // Its mail may have gone meanwhile.
    expect(second).toMatchObject({ total: 3, rows: [{ id: rows[1]?.id }] });
    expect(second.rows).toHaveLength(1);
    const { method, query } = last(`/salestool/report/${segments.join('/')}`);
    expect(method).toBe('GET');
    expect([query.get('page[number]'), query.get('page[size]')]).toEqual(['1', '1']);
  });

  test('[API-35, API-54] help pages are those that stand somewhere, without their text', async () => {
    const { device, last } = await inRetail();
    await (await device.engine()).loads.helpPages();
    const { query } = last('/jsonapi/node/help_page');
    expect(listed(query, 'fields[node--help_page]')).toEqual(['id', 'path', 'paths', 'title']);
    expect(query.get('filter[paths][condition][path]')).toBe('paths');
    expect(query.get('filter[paths][condition][operator]')).toBe('IS NOT NULL');
  });

  test('[API-36] the signature is asked for by its owner, with both pictures', async () => {
    const { device, last } = await inRetail();
    await device.signatures.load();
    const { query } = last('/jsonapi/salestool/signature');
    expect(query.get('filter[uid.id]')).toBe(at.host.world.people.nora.id);
    expect(listed(query, 'include')).toEqual(['image', 'picture']);
  });

  test('[API-40, API-41, API-42, API-43] each kind of pack is asked for by all that it is chosen by', async () => {
    const { seen } = await inRetail();
    const filters = (query: URLSearchParams) =>
      Object.fromEntries(
        ['pack_type', 'channel.id', 'uid.id'].map((path) => [path, query.get(`filter[${path}]`)]),
      );
    const packs = seen.filter(({ path }) => path === '/jsonapi/salestool/pack');
    const { id } = at.host.world.people.nora;
    expect(packs.map(({ query }) => filters(query))).toEqual([
      { pack_type: 'global', 'channel.id': null, 'uid.id': null },
      { pack_type: 'channel', 'channel.id': at.retail, 'uid.id': null },
      { pack_type: 'private', 'channel.id': at.retail, 'uid.id': id },
    ]);
    for (const { query } of packs) expect(listed(query, 'include')).toEqual(['channel', 'uid']);
  });

  test('[API-44, API-50] a pack is read with its bundles, medias and pictures, its log whole', async () => {
    const { device, last } = await inRetail();
    const pack = draftOf(device, 'Read whole');
    await device.packs.save(pack);
    await device.packs.load(pack.id, { force: true });
    expect(listed(last(`/jsonapi/salestool/pack/${pack.id}`).query, 'include')).toEqual(
      expect.arrayContaining([
        ...['bundles', 'medias', 'channel'],
        ...['medias.thumbnail', 'medias.thumbnail_image', 'medias.preview_image'],
      ]),
    );
    await device.packLog.load(pack.id);
    const { query } = last(`/salestool/packlog/${pack.id}`);
    expect([query.get('page[number]'), query.get('page[size]')]).toEqual(['0', '0']);
  });

  test('[API-18, API-19] current_user, me and debug stand where the sign-in does', async () => {
    const { device } = await inRetail();
    const answers = await Promise.all(
      (['current-user', 'me', 'sign-in'] as const).map((question) => device.diagnostics.ask(question)),
    );
    expect(answers.map(({ address, status }) => [new URL(address).pathname, status])).toEqual([
      ['/oauth/api/current_user', 200],
      ['/oauth/api/me', 200],
      ['/oauth/debug', 200],
    ]);
  });
});

describe('the calls of saving', () => {
  test('[API-45, API-46, API-56, MODEL-29] a message is created with all that the form says, its pack and its signature', async () => {
    const { device, last } = await inRetail();
    await device.signatures.load();
    const pack = draftOf(device, 'For Brightwater');
    await device.packs.save(pack);
    const { message } = await device.messages.record(pack, messageForm, 'send');
    const { method, headers, body } = last('/jsonapi/salestool/message');
    expect([method, headers.get('content-type')]).toEqual(['POST', 'application/vnd.api+json']);
    const mine = await device.signatures.mine();
    expect(JSON.parse(body).data).toMatchObject({
      type: 'salestool--message',
      id: message.id,
      attributes: {
        sent: true,
        date_sent: `${new Date(message.date_sent! * 1000).toISOString().slice(0, 19)}Z`,
        ...{ subject: 'Our offer', email: 'daniel@example.test', first_name: 'Daniel', last_name: 'Okafor' },
        ...{ company: 'Brightwater', memo: 'Met at the fair', contact_permission: true },
        message: { value: '<p>As discussed</p>' },
      },
      relationships: {
        pack: { data: { type: 'salestool--pack', id: pack.id } },
        signature: { data: { type: 'salestool--signature', id: mine!.id } },
      },
    });
  });

  test('[API-56, MODEL-23] a pack is created with its fields as attributes and what it names as relationships', async () => {
    const { device, last } = await inRetail();
    const bundle = (await device.database.records('salestool--document_bundle').toCollection().first())!;
    const pack = {
      ...draftOf(device, 'For Brightwater'),
      ...{ notes: 'He haggles', color: '#112233' },
      ...{ bundles: [{ type: bundle.type, id: bundle.id }], medias: bundle.medias!.slice(0, 1) },
    };
    await device.packs.save(pack);
    const { method, body } = last('/jsonapi/salestool/pack');
    expect(method).toBe('POST');
    const { id, attributes, relationships } = JSON.parse(body).data;
    expect(id).toBe(pack.id);
    expect(attributes).toMatchObject({
      ...{ title: 'For Brightwater', notes: 'He haggles', color: '#112233', pack_data: pack.pack_data },
    });
    expect(relationships).toMatchObject({
      channel: { data: { type: 'salestool--channel', id: at.retail } },
      bundles: { data: [{ id: bundle.id }] },
      medias: { data: [{ id: bundle.medias![0]!.id }] },
    });
  });

  test('[API-37, API-39] a picture goes as its bytes, with a name', async () => {
    const { device, last } = await inRetail();
    await device.signatures.load();
    const { id, ownerId } = (await device.signatures.mine())!;
    const picture = new Blob(['no picture'], { type: 'image/jpeg' });
    await device.signatures.uploadPicture(picture, ownerId!).catch(() => {});
    const { method, headers } = last(`/salestool/signature/${id}/picture`);
    expect(method).toBe('POST');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('accept')).toBe('application/vnd.api+json');
    expect(headers.get('content-disposition')).toMatch(/^file; filename="[\w.-]+\.jpg"$/);
  });
});
