import { randomBytes, randomUUID } from 'node:crypto';
import type { HostProcess } from './host-process.ts';
import type { Person } from './people.ts';

interface Media {
  id: string;
  type: string;
  name: string;
}

const jsonApi = 'application/vnd.api+json';

const tills = Array.from({ length: 16 }, (_, at) => at + 1);
const wideTable = `<table><caption>By the number of tills</caption><tbody><tr>${tills
  .map((count) => `<td>${(count * 12.9).toFixed(2)}</td>`)
  .join('')}</tr></tbody></table>`;

/**
 * A rep's link to a pack of text and real files of the demo, made through the host as any client does.
 * @param control what the rep says of the link, such as `link_password`
 */
export async function sendLink(
  host: HostProcess,
  person: Person,
  names: readonly string[],
  control: Record<string, unknown> = {},
) {
  const body = new URLSearchParams({
    ...{ grant_type: 'password', client_id: 'satchel', scope: 'sales_tool_user' },
    ...{ username: person.name, password: person.password },
  });
  const signedIn = await (await fetch(`${host.address}/oauth/token`, { method: 'POST', body })).json();
  const authorization = `Bearer ${signedIn.access_token}`;
  const get = async (path: string) =>
    (await (await fetch(`${host.address}/jsonapi/${path}`, { headers: { authorization } })).json()).data;

  const [channel] = await get('salestool/channel');
  const kinds = ['document', 'image', 'video', 'remote_video'];
  const found: Media[] = (
    await Promise.all(kinds.map((kind) => get(`media/${kind}?page[size]=200`)))
  ).flatMap((records) =>
    records.map(({ id, type, attributes }: { id: string; type: string; attributes: { name: string } }) => ({
      id,
      type,
      name: attributes.name,
    })),
  );
  const medias = names.map((name) => {
    const media = found.find((each) => each.name === name);
    if (!media) throw new Error(`The demo has no ${name}, but ${found.map((each) => each.name).join(', ')}`);
    return media;
  });
  const section = { showTitle: true, introText: '', options: { hideTitle: false } };
  const elements = [
    {
      ...{ ...section, id: randomUUID(), type: 'text', title: 'A word before we meet' },
      data: {
        content: `<p>Dear {{recipient_name}}, eleven cafés and one till: everything below fits the counters we measured, and <strong>nothing needs a new cable</strong>.</p><table><caption>What it costs</caption><thead><tr><th scope="col">Terminal</th><th scope="col">Month</th></tr></thead><tbody><tr><th scope="row">T3 Counter</th><td>12.90 €</td></tr><tr><th scope="row">M1 Mobile</th><td>8.40 €</td></tr></tbody></table>${wideTable}`,
      },
    },
    {
      ...{ ...section, id: randomUUID(), type: 'medias', title: 'The counter' },
      data: {
        bundle: null,
        medias: medias.map(({ id, type, name }) => ({
          ...{ ...section, id: randomUUID(), type: 'media', title: name },
          data: { media: { id, type, mediaType: null, name, url: null, thumbnail: null } },
        })),
      },
    },
  ];

  const post = async (path: string, data: object) => {
    const answer = await fetch(`${host.address}/jsonapi/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': jsonApi },
      body: JSON.stringify({ data }),
    });
    if (answer.status !== 201) throw new Error(`${path} was refused: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const pack = await post('salestool/pack', {
    ...{ type: 'salestool--pack', id: randomUUID() },
    attributes: { title: 'Brightwater Cafés', pack_data: JSON.stringify({ version: 2, elements }) },
    relationships: { channel: { data: { type: 'salestool--channel', id: channel.id } } },
  });
  const [signature] = await get('salestool/signature');
  const id = randomUUID();
  const token = randomBytes(24).toString('base64url');
  await post('salestool/message', {
    ...{ type: 'salestool--message', id },
    attributes: {
      ...{ subject: 'Brightwater Cafés', first_name: 'Daniel', last_name: 'Okafor' },
      ...{ company: 'Brightwater Cafés', sent: false, link_token: token, ...control },
    },
    relationships: {
      pack: { data: { type: 'salestool--pack', id: pack.id } },
      signature: { data: { type: 'salestool--signature', id: signature.id } },
    },
  });
  return {
    address: `${host.address}/p/${token}`,
    /** How often the rep is told that it was opened. */
    opened: async () => (await get(`salestool/message/${id}`)).attributes.opened as number,
  };
}
