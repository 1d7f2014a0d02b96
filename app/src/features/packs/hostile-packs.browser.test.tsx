import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileAddresses, hostileSamples, hostileTexts } from '@satchel/core/testing/hostile-samples.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ServicesContext } from '#services.ts';
import { samplePack, samplePackServices } from '#testing/sample-packs.ts';
import { showWorld } from '#testing/show-app.tsx';
import RichTextEditor from './rich-text/rich-text-editor.tsx';

const alerted = vi.spyOn(window, 'alert').mockImplementation(() => {});
beforeEach(() => notifications.clean());
afterEach(() => expect(alerted).not.toHaveBeenCalled());

const values = [...hostileSamples.map(({ html }) => html), ...hostileTexts, ...hostileAddresses];
const titled = (value: string) => ({ id: value, title: value, introText: value });
const media = (value: string) => ({
  ...{ id: value, type: value, mediaType: value, name: value, url: value, thumbnail: value },
});
const elements = values.flatMap((value) => [
  { ...titled(value), type: 'text', data: { content: value } },
  {
    ...titled(value),
    type: 'medias',
    data: { medias: [{ ...titled(value), type: 'media', data: { media: media(value) } }] },
  },
  { ...titled(value), type: 'media', data: { media: media(value) } },
  { ...titled(value), type: value, data: { content: value } },
  { ...titled(value), type: 'salestool--content_bundle', data: { bundle: { id: value, type: value } } },
]);
// Of an unknown kind the rep alone is told.
const sections = { rep: elements.length, prospect: values.length * 4 };
const words = '<img src=x onerror=alert(1)>{{recipient_name}}<script>alert(1)</script>';
const hostile = samplePack({
  ...{ id: 'p', title: words, notes: words, color: `${words};#fff` },
  pack_data: JSON.stringify({ version: 2, elements }),
});
const groups = values.map((value) => ({
  ...{ id: value, type: value, name: value },
  children: [{ id: value, type: value, name: value }],
}));
const older = samplePack({ ...hostile, pack_data: JSON.stringify(groups) });

// The app's own forms, frames, styles and sample pictures; what is written into them is told by its attributes.
const own =
  /^element (?:form|input|button|textarea|select|link|use|iframe)$|^style |^scheme data in src of img$/;
const dangersOfApp = () => dangersIn(document.body).filter((danger) => !own.test(danger));

const show = (address: string, pack = hostile) => showWorld(address, samplePackServices({ packs: [pack] }));
const shadowPage = () =>
  [...document.querySelectorAll('section')].find((part) => part.shadowRoot !== null)?.shadowRoot;
const sectionsOn = (place: ParentNode | null | undefined) => place?.querySelectorAll('.section').length ?? 0;

describe('what an attacker wrote into every field of a pack does nothing', () => {
  test.each([
    ['in the list', '/packs'],
    ['in the details', '/packs/p/details'],
    ['in the form to send it', '/packs/p/send'],
    ['in the builder', '/packs/p/build'],
    ['in the editor', '/packs/p/edit'],
  ])('%s', async (_where, address) => {
    await show(address);
    await expect.element(page.getByText(words, { exact: false }).first()).toBeInTheDocument();
    // What comes frame by frame is there, too.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
    expect(dangersOfApp()).toEqual([]);
  });

  test('in the editor, as groups', async () => {
    await show('/packs/p/edit', older);
    await expect.element(page.getByRole('list', { name: 'In this pack, in order' })).toBeVisible();
    expect(dangersOfApp()).toEqual([]);
  });

  test('in view and preview', async () => {
    await show('/packs/p/view');
    await expect.poll(() => sectionsOn(shadowPage()), { timeout: 20_000 }).toBe(sections.rep);
    const shown = shadowPage() as ShadowRoot;
    expect(dangersIn(shown)).toEqual([]);
    expect(dangersOfApp()).toEqual([]);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const previewed = () => document.querySelector('iframe')?.contentDocument;
    await expect.poll(() => sectionsOn(previewed()), { timeout: 20_000 }).toBe(sections.prospect);
    expect(dangersIn((previewed() as Document).body)).toEqual([]);
  });
});

const elsewhere = ['https://elsewhere.example/seen.png', '//elsewhere.example/seen.png', '/p/somebodys-link'];
const spying = elsewhere.map((thumbnail, at) => ({
  ...{ id: `c${at}`, type: 'media', title: 'Film' },
  data: { media: { ...media(`m${at}`), type: 'media--video', name: `Film ${at}`, thumbnail } },
}));
const spyingPack = samplePack({
  ...{ id: 'p', title: 'Offer' },
  pack_data: JSON.stringify({
    version: 2,
    elements: [{ ...titled('Films'), type: 'medias', data: { medias: spying } }],
  }),
});

test.each([
  ['in the list', '/packs', '[data-picture="placeholder"]'],
  ['in the form to send it', '/packs/p/send', '[data-picture="placeholder"]'],
  ['in the builder', '/packs/p/build', '[data-sign="media--video"]'],
])('%s nobody but the host is asked for the picture of a file', async (_where, address, sign) => {
  await show(address, spyingPack);
  await expect.poll(() => document.querySelectorAll(`main ${sign}`).length, { timeout: 20_000 }).toBe(3);
  const asked = [...document.images].map((image) => image.getAttribute('src') ?? '');
  expect(asked.filter((src) => elsewhere.includes(src))).toEqual([]);
});

test('in view and preview nobody but the host is asked for the pictures of a text', async () => {
  const seen = elsewhere.slice(0, 2).map((address) => `<img src="${address}" alt="Seen">`);
  const content = `<p>Words ${seen.join('')}<img src="/sites/default/files/k/own.png" alt=""></p>`;
  const data = { version: 2, elements: [{ ...titled('t'), introText: '', type: 'text', data: { content } }] };
  await show('/packs/p/view', samplePack({ id: 'p', title: 'Offer', pack_data: JSON.stringify(data) }));
  const sources = (place: ParentNode | null | undefined) =>
    [...(place?.querySelectorAll('.section img') ?? [])].map((image) => image.getAttribute('src'));
  await expect
    .poll(() => sources(shadowPage()), { timeout: 20_000 })
    .toEqual(['/sites/default/files/k/own.png']);
  expect(shadowPage()?.querySelector('.section p')?.textContent).toBe('Words SeenSeen');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const previewed = () => document.querySelector('iframe')?.contentDocument;
  await expect
    .poll(() => sources(previewed()), { timeout: 20_000 })
    .toEqual(['/sites/default/files/k/own.png']);
});

test('what an attacker wrote does nothing in a text that is edited, and is not written again', async () => {
  const written: string[] = [];
  const { services } = samplePackServices();
  const editor = (value: string) => (
    <MantineProvider>
      <ServicesContext value={services}>
        <RichTextEditor value={value} label="Words" kind="section" onChange={(html) => written.push(html)} />
      </ServicesContext>
    </MantineProvider>
  );
  const screen = await render(editor('<p>Begun</p>'));
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveTextContent('Begun');
  for (const { html } of hostileSamples) {
    await screen.rerender(editor(html));
    expect(dangersIn(document.querySelector('[role="textbox"]') as Element)).toEqual([]);
  }
  expect(written).toEqual([]);
});
