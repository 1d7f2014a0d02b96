import { describe, expect, test } from 'vitest';
import { addMediasSection, addTextSection } from '#pack/edit-pack.ts';
import { emptyPack, type PackElement } from '#pack/pack-data.ts';
import { dangersIn } from '#testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '#testing/hostile-samples.ts';
import { guide, medias, page, shown, text, words } from '#testing/shown-page.ts';
import type { PackPage } from './pack-page.ts';
import { renderPackPage } from './render-pack-page.ts';

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
      medias: new Map([
        ['m1', shownMedia],
        [value, shownMedia],
      ]),
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
