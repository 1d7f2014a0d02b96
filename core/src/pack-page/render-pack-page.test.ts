import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { resolveAddress } from '#html/host-addresses.ts';
import { sanitiseOnHost } from '#html/sanitise-on-host.ts';
import { addMediasSection, addTextSection, renameMedia, setSectionTitleShown } from '#pack/edit-pack.ts';
import { emptyPack, type PackElement, type PackMedia } from '#pack/pack-data.ts';
import { readPackData } from '#pack/read-pack-data.ts';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '#testing/hostile-samples.ts';
import type { PackPage, PackPageMedia } from './pack-page.ts';
import { renderPackPage } from './render-pack-page.ts';

const guide: PackMedia = {
  id: 'm1',
  type: 'media--document',
  mediaType: 'document',
  name: 'Product guide',
  url: null,
  thumbnail: null,
};

const shownGuide: PackPageMedia = {
  name: 'Guide of the channel',
  description: 'What is in the box',
  kind: 'media--document',
  typeLabel: 'PDF',
  sizeLabel: '4.2 MB',
  previewUrl: '/p/t/files/m1/thumbnail',
  openUrl: '/p/t/files/m1',
};

const page: PackPage = {
  audience: 'prospect',
  title: 'Brightwater Cafés',
  summary: 'Eleven counters',
  ownerName: 'Velden Terminals',
  brandName: 'Velden',
  recipient: { name: 'Daniel Okafor', company: 'Brightwater' },
  sender: {
    name: 'Nora Lindqvist',
    job_title: 'Key account manager',
    email: 'nora@velden.example',
    telephone: '+46 (70) 555 01 42',
    telephone2: '+46 31 555 01 00',
    pictureUrl: '/p/t/files/sender',
  },
  headerHtml: '<p>Channel header</p>',
  footerHtml: '<p>Channel footer</p>',
  sections: [],
  tokens: {
    recipient_name: 'Daniel',
    recipient_company: 'Brightwater & Sons',
    sender_name: 'Nora',
    message_subject: 'Hello',
  },
  medias: { m1: shownGuide },
  bundles: {},
  links: { terms: '/terms', privacy: null },
  withdrawnText: 'No longer available',
  sanitise: sanitiseOnHost,
  resolve: (url) => resolveAddress(url, 'https://content.example'),
};

const { window } = new JSDOM('');

function shown(changes: Partial<PackPage> = {}) {
  const body = window.document.createElement('body');
  body.innerHTML = renderPackPage({ ...page, ...changes });
  return body;
}

const text = (element: ParentNode | null | undefined, selector: string) =>
  element?.querySelector(selector)?.textContent ?? null;

const medias = (items: PackMedia[] = [guide]) =>
  addMediasSection(emptyPack, { title: 'The counter', medias: items });
const words = (content: string, title = 'A word') => addTextSection(emptyPack, { title, content });

function sectionsOf(stored: unknown): PackElement[] {
  const read = readPackData(JSON.stringify(stored));
  if (!read.ok) throw new Error(read.because);
  return read.pack.elements;
}

describe('the page', () => {
  test('[PVIEW-01] reads channel header, title, items in order, signature and channel footer in this order', () => {
    const sections = [...words('<p>First words</p>').elements, ...medias().elements];
    const all = shown({ sections }).textContent ?? '';
    const order = [
      'Channel header',
      'Brightwater Cafés',
      'First words',
      'Product guide',
      '+46 (70) 555 01 42',
      'Channel footer',
    ];
    expect(order.map((part) => all.indexOf(part))).toEqual(
      order.map((part) => all.indexOf(part)).toSorted((a, b) => a - b),
    );
    for (const part of order) expect(all).toContain(part);
  });

  test('[PVIEW-01] header, signature and footer of the channel are optional', () => {
    const { sender: _, headerHtml: __, footerHtml: ___, ...bare } = page;
    const body = window.document.createElement('body');
    body.innerHTML = renderPackPage(bare);
    expect(body.querySelector('.channel-header, .channel-footer, .sender, .from')).toBeNull();
    expect(text(body, 'h1')).toBe('Brightwater Cafés');
  });

  test('a prospect’s page has one first heading and its landmarks, whatever headings its texts bring', () => {
    const body = shown({ sections: words('<h1>Big</h1><h2>Smaller</h2><h6>Small</h6>').elements });
    expect(body.querySelectorAll('h1')).toHaveLength(1);
    for (const landmark of ['header', 'main', 'footer'])
      expect(body.querySelectorAll(landmark)).toHaveLength(1);
    const levels = [...body.querySelectorAll('.section :is(h1,h2,h3,h4,h5,h6)')].map(
      ({ localName }) => localName,
    );
    expect(levels).toEqual(['h2', 'h3', 'h4', 'h5']);
  });

  test('inside the app the screen keeps the first heading and the main landmark', () => {
    const body = shown({ audience: 'rep', sections: words('<h1>Big</h1>').elements });
    expect(body.querySelector('h1, main')).toBeNull();
    expect(text(body, 'h2.pack-title')).toBe('Brightwater Cafés');
  });

  test('says for whom it is, with what is known', () => {
    expect(text(shown(), '.recipient .wide-only')).toBe('Prepared for Daniel Okafor, Brightwater');
    expect(text(shown({ recipient: { name: 'Daniel', company: '' } }), '.recipient .wide-only')).toBe(
      'Prepared for Daniel',
    );
    expect(shown({ recipient: { name: '', company: '' } }).querySelector('.recipient')).toBeNull();
  });

  test('calls and writes to the sender', () => {
    const links = [...shown().querySelectorAll('.sender a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['tel:+46315550100', 'tel:+46705550142', 'mailto:nora@velden.example']);
  });

  test('a mail address can add no header to the mail', () => {
    const body = shown({ sender: { name: 'N', email: 'a@b.example?bcc=c@d.example&body=x' } });
    const address = body.querySelector('.sender a')?.getAttribute('href') ?? '';
    expect(address).not.toMatch(/[?&]/);
  });
});

describe('sections', () => {
  test('[PVIEW-06] text blocks, media groups, content bundles, mini-apps and a lone media are shown', () => {
    const sections = sectionsOf({
      version: 2,
      elements: [
        ...words('<p>Hello</p>').elements,
        ...medias().elements,
        { id: 'c', type: 'salestool--content_bundle', title: '', data: { bundle: { id: 'b1' } } },
        { id: 'a', type: 'salestool--miniapp_bundle', title: '', data: { bundle: { id: 'b2' } } },
        { id: 'l', type: 'media', title: '', data: { media: { ...guide, name: 'Alone' } } },
      ],
    });
    const bundles = {
      b1: { title: 'Welcome', bodyHtml: '<p>Body of it</p>', pictureUrl: null },
      b2: { title: 'Calculator', bodyHtml: null, pictureUrl: '/p/t/files/b2' },
    };
    const found = [...shown({ sections, bundles }).querySelectorAll('.section')];
    expect(found.map((section) => section.querySelector('h2, h3')?.textContent)).toEqual([
      'A word',
      'The counter',
      'Welcome',
      'Calculator',
      'Alone',
    ]);
    expect(found[2]?.textContent).toContain('Body of it');
    expect(found[3]?.querySelector('img')?.getAttribute('src')).toBe('/p/t/files/b2');
  });

  const groups = [
    {
      id: 'b1',
      type: 'salestool--document_bundle',
      name: 'Terminals',
      children: [{ id: 'm1', type: 'media--document', name: 'Guide' }],
    },
    { id: 'b2', type: 'salestool--content_bundle', name: 'Welcome', children: [] },
    { id: 'b3', type: 'salestool--miniapp_bundle', name: 'Calculator', children: [] },
  ];
  const bundles = {
    b1: { title: 'Terminals', bodyHtml: '<p>For the counter</p>', pictureUrl: null },
    b2: { title: 'Welcome', bodyHtml: '<p>Good to see you</p>', pictureUrl: null },
    b3: { title: 'Calculator', bodyHtml: '<p>not shown</p>', pictureUrl: '/p/t/files/b3' },
  };
  const versionOne = () => [...shown({ sections: sectionsOf(groups), bundles }).querySelectorAll('.section')];

  test('[PVIEW-03] a content bundle of version 1 shows title and body', () => {
    const section = versionOne()[1];
    expect([text(section, 'h2'), text(section, '.words')]).toEqual(['Welcome', 'Good to see you']);
  });

  test('[PVIEW-04] a document bundle of version 1 shows title, body and tiles with preview, name, description and View', () => {
    const section = versionOne()[0];
    expect([text(section, 'h2'), text(section, '.words')]).toEqual(['Terminals', 'For the counter']);
    const tile = section?.querySelector('li');
    expect(tile?.querySelector('.preview img')?.getAttribute('src')).toBe('/p/t/files/m1/thumbnail');
    expect([text(tile, 'h3'), text(tile, '.description'), text(tile, '.facts'), text(tile, 'a')]).toEqual([
      'Guide',
      'What is in the box',
      'PDF, 4.2 MB',
      'View Guide',
    ]);
  });

  test('[PVIEW-04] a tile without a preview shows the icon of its kind', () => {
    const body = shown({ sections: medias().elements, medias: { m1: { ...shownGuide, previewUrl: null } } });
    expect(body.querySelector('.preview img')).toBeNull();
    expect(body.querySelector('.preview svg')).not.toBeNull();
  });

  test('[PVIEW-05] a mini-app bundle of version 1 shows title and picture', () => {
    const section = versionOne()[2];
    expect(text(section, 'h2')).toBe('Calculator');
    expect(section?.querySelector('img')?.getAttribute('src')).toBe('/p/t/files/b3');
    expect(section?.textContent).not.toContain('not shown');
  });

  test('[PDATA-06] a hidden title is not on the page', () => {
    const pack = medias();
    const hidden = setSectionTitleShown(pack, pack.elements[0]?.id ?? '', false);
    expect(shown({ sections: hidden.elements }).textContent).not.toContain('The counter');
    expect(shown({ sections: hidden.elements }).querySelectorAll('li')).toHaveLength(1);
  });

  test('[PBUILD-17] a media is shown under the name the pack gives it', () => {
    const pack = medias();
    const renamed = renameMedia(pack, pack.elements[0]?.id ?? '', 'm1', 'Your own guide');
    expect(text(shown({ sections: renamed.elements }), 'li h3')).toBe('Your own guide');
    expect(text(shown({ sections: medias([{ ...guide, name: '' }]).elements }), 'li h3')).toBe(
      'Guide of the channel',
    );
  });

  test('a media opens elsewhere and says which one it is', () => {
    const link = shown({ sections: medias().elements }).querySelector('li a');
    expect(link?.getAttribute('data-media-id')).toBe('m1');
    expect(link?.getAttribute('href')).toBe('/p/t/files/m1');
    expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test.each([{ medias: {} }, { medias: { m1: 'missing' as const } }])(
    'a withdrawn media keeps its name and says so',
    (changes) => {
      const tile = shown({ sections: medias().elements, ...changes }).querySelector('li');
      expect([text(tile, 'h3'), text(tile, '.facts')]).toEqual(['Product guide', 'No longer available']);
      expect(tile?.querySelector('a')).toBeNull();
    },
  );

  test('a withdrawn bundle keeps its title and says so', () => {
    const sections = sectionsOf([
      { id: 'b2', type: 'salestool--content_bundle', name: 'Welcome', children: [] },
    ]);
    expect(text(shown({ sections }), '.section')).toBe('WelcomeNo longer available');
  });

  test('an id of a property every object has names no media and no bundle', () => {
    const sections = [
      ...medias([{ ...guide, id: 'constructor' }]).elements,
      ...sectionsOf([{ id: '__proto__', type: 'salestool--content_bundle', name: 'B', children: [] }]),
    ];
    expect(shown({ sections }).textContent?.match(/No longer available/g)).toHaveLength(2);
  });

  test('a section of unknown type is named to the rep and left out for the prospect', () => {
    const sections = sectionsOf({ version: 2, elements: [{ id: 'p', type: 'poll', question: 'Which?' }] });
    expect(text(shown({ sections, audience: 'rep' }), '.section')).toBe(
      "The section type 'poll' is unknown and can not be shown",
    );
    expect(shown({ sections }).querySelector('.section')).toBeNull();
  });

  test('[HTML-05] addresses in texts are resolved', () => {
    const body = shown({ sections: words('<a href="/a">x</a><img src="b.png" alt="b">').elements });
    expect(body.querySelector('.section a')?.getAttribute('href')).toBe('https://content.example/a');
    expect(body.querySelector('.section img')?.getAttribute('src')).toBe('https://content.example/b.png');
  });
});

describe('tokens', () => {
  const all = '{{recipient_name}}, {{recipient_company}}, {{sender_name}}, {{message_subject}}';

  test('[PBUILD-14, PBUILD-15] the prospect reads the values as plain text', () => {
    const body = shown({
      sections: words(`<p>${all}</p>`, 'For {{recipient_company}}').elements,
      title: 'For {{recipient_name}}',
    });
    expect(text(body, '.section p')).toBe('Daniel, Brightwater & Sons, Nora, Hello');
    expect([text(body, 'h1'), text(body, '.section h2')]).toEqual(['For Daniel', 'For Brightwater & Sons']);
  });

  test('[PBUILD-15] the app’s own view shows their plain names', () => {
    const body = shown({ sections: words(`<p>${all}</p>`).elements, tokens: 'names', audience: 'rep' });
    expect(text(body, '.section p')).toBe('recipient name, recipient company, sender name, message subject');
  });
});

describe('what others wrote', () => {
  const bundle = (id: string) => ({ id, type: 'salestool--content_bundle' as const });

  /** The same hostile value in every field that takes one. */
  function everywhere(value: string, address = value): Partial<PackPage> {
    const media = { ...guide, id: value, name: value };
    const pack = addMediasSection(addTextSection(emptyPack, { title: value, content: value }), {
      title: value,
      medias: [guide, media],
    });
    const withIntro = pack.elements.map((element) => ({ ...element, introText: value }) as PackElement);
    const unknown: PackElement = { id: value, type: 'unknown', unknownType: value, raw: value };
    const content = addMediasSection(emptyPack, { title: value, bundle: bundle('b') }).elements;
    const shownMedia = {
      name: value,
      description: value,
      kind: 'media--video' as const,
      typeLabel: value,
      sizeLabel: value,
      previewUrl: address,
      openUrl: address,
    };
    const person = {
      name: value,
      job_title: value,
      email: value,
      telephone: value,
      telephone2: value,
      pictureUrl: address,
    };
    return {
      title: value,
      summary: value,
      ownerName: value,
      brandName: value,
      recipient: { name: value, company: value },
      sender: person,
      pictureUrl: address,
      headerHtml: value,
      footerHtml: value,
      sections: [...withIntro, ...content, unknown],
      tokens: { recipient_name: value, recipient_company: value, sender_name: value, message_subject: value },
      medias: { m1: shownMedia, [value]: shownMedia },
      bundles: { b: { title: value, bodyHtml: value, pictureUrl: address } },
      links: { terms: address, privacy: address },
      withdrawnText: value,
    };
  }

  const structure = 'html, head, body, script, style, iframe';

  test.each(hostileSamples)('$name does nothing in any field', ({ html }) => {
    for (const audience of ['rep', 'prospect'] as const) {
      const body = shown({ ...everywhere(html), audience });
      expect(dangersIn(body)).toEqual([]);
      expect(body.querySelector(structure)).toBeNull();
      expect(body.querySelectorAll('.pack-page')).toHaveLength(1);
      expect(body.children).toHaveLength(1);
    }
  });

  test.each(hostileTexts)('%j is only text in a field for text', (value) => {
    const body = shown(everywhere(value, '/harmless'));
    expect(dangersIn(body)).toEqual([]);
    const plain = value.replaceAll('\0', '').replaceAll('\r\n', '\n');
    expect(text(body, '.sender :is(h2)')).toBe(plain);
    expect(text(body, '.media .description')).toBe(plain);
  });

  test.each(hostileAddresses)('%j is no address of the page', (value) => {
    const body = shown(everywhere('x', value));
    expect(dangersIn(body)).toEqual([]);
    expect([...body.querySelectorAll('[data-media-id], .last a, img')]).toEqual([]);
  });

  test('values put into a text are not read as markup, links or tokens', () => {
    const sections = words('<p>{{recipient_name}}</p><a href="{{recipient_name}}">x</a>').elements;
    const tokens = {
      recipient_name: '<b>{{sender_name}}</b>',
      recipient_company: '',
      sender_name: 'S',
      message_subject: '',
    };
    const body = shown({ sections, tokens });
    expect(text(body, '.section p')).toBe('<b>{{sender_name}}</b>');
    expect(body.querySelector('.section b')).toBeNull();
    const running = shown({ sections, tokens: { ...tokens, recipient_name: 'javascript:alert(1)' } });
    expect(dangersIn(running)).toEqual([]);
  });

  test('a picture of our own may stand in the page itself, a drawing may not', () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    expect(shown({ pictureUrl: png }).querySelector('.band-picture')?.getAttribute('src')).toBe(png);
    expect(
      shown({ pictureUrl: 'data:image/svg+xml;base64,PHN2Zz4=' }).querySelector('.band-picture'),
    ).toBeNull();
  });

  test('five thousand sections are a page', () => {
    const sections = Array.from(
      { length: 5_000 },
      (_, index) => ({ ...medias().elements[0], id: `s${index}` }) as PackElement,
    );
    expect(renderPackPage({ ...page, sections })).toContain('pack-page');
  });
});
