import { notifications } from '@mantine/notifications';
import { dangersIn } from '@satchel/core/testing/dangers-in.ts';
import { hostileSamples } from '@satchel/core/testing/hostile-samples.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, fromMenu, sectionTitles, showBuilder, topSave } from '#testing/builder-page.ts';
import { samplePack } from '#testing/sample-packs.ts';
import ShownText from '../rich-text/shown-text.tsx';

beforeEach(() => notifications.clean());

const packOf = (elements: unknown[]) =>
  samplePack({ id: 'p', title: 'Offer', pack_data: JSON.stringify({ version: 2, elements }) });
const text = (id: string, content: string, title = id) => ({ id, type: 'text', title, data: { content } });

test('a pack of a newer version is not opened for building, so that nothing of it is overwritten', async () => {
  const newer = samplePack({ id: 'p', title: 'Offer', pack_data: '{"version":3,"elements":[]}' });
  const { saved } = await showBuilder('p', { packs: [newer] });
  await expect
    .element(page.getByText('This pack was made with a newer version of the app and cannot be built here.'))
    .toBeVisible();
  await expect.element(button('Save')).not.toBeInTheDocument();
  expect(saved).toEqual([]);
});

test('sections without ids, twice the same id, of no type and of none known are all there, and are saved as they came', async () => {
  const odd = [
    null,
    'words',
    { type: 'poll', answers: [1.5, { deep: null }] },
    { id: 'a', type: 'hologram', 'x-y': 'ž' },
  ];
  const elements = [...odd, { ...text('t', '<p>Hello</p>'), laterField: { of: ['a', 'later', 'app'] } }];
  const { saved } = await showBuilder('p', { packs: [packOf(elements)] });
  await expect.poll(sectionTitles).toHaveLength(5);
  await fromMenu('t', 'Hide title');
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(1);
  const written = saved[0]?.pack_data ?? '';
  for (const each of odd) expect(written).toContain(JSON.stringify(each));
  expect(written).toContain('"laterField":{"of":["a","later","app"]}');
});

test('a text of ten million letters is neither drawn nor lost', async () => {
  const long = `<p>${'words '.repeat(1_700_000)}</p>`;
  const { saved } = await showBuilder('p', {
    packs: [packOf([text('long', long), text('t', '<p>Short</p>')])],
  });
  await expect
    .element(page.getByText('This text is too long to be edited here. It stays as it is.'))
    .toBeVisible();
  await fromMenu('t', 'Move up');
  await topSave().click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]?.pack_data?.length).toBeGreaterThan(long.length);
});

test('what an attacker wrote does nothing in a text that is read', async () => {
  await render(
    hostileSamples.map(({ name, html }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two samples may have one name
      <ShownText key={at} html={html} host="" label={name} empty="" isOpening={false} onOpen={() => {}} />
    )),
  );
  const shown = [...document.querySelectorAll('[data-shown-text]')];
  expect(shown).toHaveLength(hostileSamples.length);
  for (const words of shown) expect(dangersIn(words)).toEqual([]);
});

test('a title or name is words, whatever is in it', async () => {
  const html =
    '<img src=x onerror="window.hacked = true">{{recipient_name}}<script>window.hacked = true</script>';
  const media = {
    id: html,
    type: html,
    mediaType: html,
    name: html,
    url: 'javascript:alert(1)',
    thumbnail: null,
  };
  const medias = [{ id: 'c', type: 'media', data: { media } }];
  const files = { id: 'm', type: 'medias', title: html, introText: html, data: { medias } };
  await showBuilder('p', {
    packs: [packOf([text('t', '<p>Short</p>', html), files, { id: 'x', type: html }])],
  });
  await expect.poll(sectionTitles).toEqual([html, html, 'Unknown section type']);
  await expect.element(button(html).first()).toBeVisible();
  expect(document.querySelector('main :is(script, [onerror], [href^="javascript"])')).toBeNull();
  expect('hacked' in window).toBe(false);
});
