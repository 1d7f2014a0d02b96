import { describe, expect, test } from 'vitest';
import { renameMedia, setSectionTitleShown } from '#pack/edit-pack.ts';
import type { PackElement } from '#pack/pack-data.ts';
import { guide, medias, sectionsOf, shown, shownGuide, text, words } from '#testing/shown-page.ts';

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

  test('[PVIEW-04] a document bundle of version 1 that the pack does not name has the title of its bundle, as long as there is one', () => {
    const nameless = sectionsOf([{ ...groups[0], name: '' }]);
    const title = (known: Partial<typeof bundles>, sections = nameless) =>
      shown({ sections, bundles: known }).querySelector('.section h2')?.textContent;
    expect(title(bundles)).toBe('Terminals');
    expect(title({})).toBeUndefined();
    const [{ id }] = nameless as [PackElement];
    const hidden = setSectionTitleShown({ version: 2, elements: nameless }, id, false).elements;
    expect(title(bundles, hidden)).toBeUndefined();
  });

  test('leaves the pictures of files to who draws them, where that is wanted, and only safe ones', () => {
    const drawnLater = (previewUrl: string) =>
      shown({
        sections: medias().elements,
        medias: new Map([['m1', { ...shownGuide, previewUrl }]]),
        isFilledWithPictures: true,
      }).querySelector<HTMLElement>('.preview');
    const place = drawnLater('/p/t/files/m1/thumbnail');
    expect(place?.dataset.picture).toBe('/p/t/files/m1/thumbnail');
    expect(place?.dataset.look).toBe('page');
    expect(place?.children).toHaveLength(0);
    const unsafe = drawnLater('javascript:alert(1)');
    expect(unsafe?.dataset.picture).toBeUndefined();
    expect(unsafe?.querySelector('img')).toBeNull();
    expect(unsafe?.querySelector('svg')).not.toBeNull();
  });

  test('[PVIEW-04] a tile without a preview shows the icon of its kind', () => {
    const body = shown({
      sections: medias().elements,
      medias: new Map([['m1', { ...shownGuide, previewUrl: null }]]),
    });
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

  test('[PDATA-05, PDATA-06] a lone media has a title of its own, unless that is hidden or the name of the file', () => {
    const titlesOf = (title: string, showTitle = true) => {
      const alone = { ...{ id: 's', title, showTitle }, type: 'media', data: { media: guide } };
      const page = shown({ sections: sectionsOf({ version: 2, elements: [alone] }) });
      return [...page.querySelectorAll('.section h2, .section h3')].map(({ textContent }) => textContent);
    };
    expect(titlesOf('Read this first')).toEqual(['Read this first', guide.name]);
    expect(titlesOf('Read this first', false)).toEqual([guide.name]);
    expect(titlesOf(guide.name)).toEqual([guide.name]);
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

  test('a prospect’s page says how a media is shown without leaving, and which section is which', () => {
    const viewer = { kind: 'image' as const, width: 60, height: 40, isOnlyShown: true };
    const body = shown({
      sections: [...words('<p>a</p>').elements, ...medias().elements],
      medias: new Map([['m1', { ...shownGuide, viewer }]]),
    });
    expect({ ...body.querySelector<HTMLElement>('li a')?.dataset }).toEqual({
      ...{ mediaId: 'm1', viewer: 'image', width: '60', height: '40', onlyShown: '' },
    });
    const places = [...body.querySelectorAll<HTMLElement>('.section')].map(({ dataset }) => dataset.section);
    expect(places).toEqual(['0', '1']);
    const plain = shown({ sections: medias().elements });
    expect({ ...plain.querySelector<HTMLElement>('li a')?.dataset }).toEqual({ mediaId: 'm1' });
  });

  test.each([{ medias: new Map() }, { medias: new Map([['m1', 'missing' as const]]) }])(
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

  test('a picture in a text that lies elsewhere is not asked for, its words stay', () => {
    const source =
      '<p>See <img alt="our &quot;T3&quot; &lt;b&gt;" src="https://elsewhere.example/seen.png">.</p>' +
      '<img src="//elsewhere.example/seen.png"><a href="https://elsewhere.example/">there</a><img src="b.png" alt="b">';
    const section = shown({ sections: words(source).elements }).querySelector('.section');
    expect([...(section?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'))).toEqual([
      'https://content.example/b.png',
    ]);
    expect(section?.querySelector('p')?.textContent).toBe('See our "T3" <b>.');
    expect(section?.querySelector('a')?.getAttribute('href')).toBe('https://elsewhere.example/');
  });
});
