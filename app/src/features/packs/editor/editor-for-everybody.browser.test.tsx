import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  box,
  button,
  channel,
  color,
  dataOf,
  file,
  filter,
  name,
  open,
  show,
  tab,
  title,
} from '#testing/editor-page.ts';
import { samplePack } from '#testing/sample-packs.ts';
import {
  clearNotices,
  expectCleanAtEveryWidth,
  expectNoAxeViolations,
  setColorScheme,
  tablet,
} from '#testing/show-app.tsx';

beforeEach(async () => {
  clearNotices();
  setColorScheme('light');
  await tablet();
});

describe('bad input', () => {
  const hostile = '"><img src=x onerror="window.hacked = true">{{recipient_name}}';

  test('hostile names are words, and rubbish in the data breaks nothing', async () => {
    const pack_data = JSON.stringify([
      null,
      7,
      'text',
      { children: 'none' },
      {
        id: 't3',
        type: 'salestool--document_bundle',
        name: hostile,
        children: [null, {}, { id: 'guide' }, { id: 'guide' }],
      },
      { id: 't3', name: hostile, children: [{ id: { toString: 'x' } }] },
    ]);
    const odd = channel.map((bundle) => ({
      ...bundle,
      title: hostile,
      medias: [...bundle.medias, file('odd', '')],
    }));
    const { saved } = await show('/packs/bad/edit', {
      packs: [samplePack({ id: 'bad', title: hostile, pack_data })],
      contents: odd,
    });
    await expect.element(title(hostile)).toBeVisible();
    await filter().fill('onerror');
    await expect.poll(() => document.querySelectorAll('[role="treeitem"] mark').length).toBeGreaterThan(0);
    page.getByRole('treeitem').elements().at(-1)?.querySelector<HTMLElement>('[data-box]')?.click();
    await button('Save').click();
    await expect.poll(() => saved.length).toBe(1);
    expect((dataOf(saved[0]) as unknown[]).slice(0, 3)).toEqual([null, 7, 'text']);
    expect('hacked' in window).toBe(false);
  });

  test.each(['{', '"a string"', '{"version":2,"elements":{"a":"b"}}'])(
    '[PDATA-08] contents that cannot be read (%s) stay until something is chosen',
    async (pack_data) => {
      const { saved } = await show('/packs/bad/edit', { packs: [samplePack({ id: 'bad', pack_data })] });
      await expect.element(page.getByText(/could not be read/)).toBeVisible();
      await tab('Pack Details').click();
      await name().fill('Still here');
      await button('Next').click();
      await expect.poll(() => saved.map((pack) => pack.pack_data)).toEqual([pack_data]);
      await box('M1 Mobile').click();
      await button('Save').click();
      await expect.poll(() => saved.length).toBe(2);
      expect(dataOf(saved[1])).toMatchObject([{ id: 'm1' }]);
    },
  );

  test('[PDATA-08] a pack of a newer app is not edited', async () => {
    const newer = samplePack({ id: 'bad', pack_data: '{"version":3}' });
    const { saved } = await show('/packs/bad/edit', { packs: [newer] });
    await expect.element(page.getByText(/made with a newer version of the app/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'View' })).toBeVisible();
    for (const form of [tab('Pack Details'), name(), button('Save'), button('Next')])
      await expect.element(form).not.toBeInTheDocument();
    expect(saved).toEqual([]);
  });
});

const sizes = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any step in the %s scheme, at any width',
  async (scheme) => {
    setColorScheme(scheme);
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      const { screen } = await show('/packs/older/editsend');
      await open('T3 Counter');
      await filter().fill('e');
      await button('Remove Price list').click();
      await expectNoAxeViolations(`contents at ${width}`);
      await tab('Pack Details').click();
      await name().fill('');
      await expectNoAxeViolations(`details at ${width}`);
      await name().fill('Older pack');
      await tab('Preview and Send').click();
      await expect.element(page.getByRole('textbox', { name: /^Email/ })).toBeVisible();
      await expectNoAxeViolations(`send at ${width}`);
      await screen.unmount();
    }
  },
);

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any step of the wizard in the %s scheme, at any width',
  async (scheme) => {
    setColorScheme(scheme);
    for (const [width, height] of sizes) {
      await page.viewport(width, height);
      const { screen } = await show('/packs/older/wizard', {
        configuration: { flags: { packWizard: true } },
      });
      await expect.element(name()).toBeVisible();
      await expectNoAxeViolations(`details at ${width}`);
      await button('Next').click();
      await open('T3 Counter');
      await expectNoAxeViolations(`contents at ${width}`);
      await button('Next').click();
      await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
      await expectNoAxeViolations(`send at ${width}`);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await screen.unmount();
    }
  },
);

const plainDetails = { flags: { packDetailsV2: false } };

test.each([
  ['a pack that is begun', '/packs/-/edit', {}],
  ['one that is begun in the wizard', '/packs/-/wizard', { flags: { packWizard: true } }],
  ['the details without the flag packDetailsV2', '/packs/older/details', plainDetails],
] as const)('axe finds nothing in %s at any width, in either scheme', async (_what, path, configuration) => {
  for (const scheme of ['light', 'dark'] as const) {
    setColorScheme(scheme);
    const { screen } = await show(path, { configuration });
    await expect.element(name()).toBeVisible();
    await expectCleanAtEveryWidth();
    await name().fill('');
    await color().fill('#1');
    await expect.element(page.getByText('Color should be a hex colour, e.g. #112233')).toBeVisible();
    await expectCleanAtEveryWidth();
    await screen.unmount();
  }
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the details of a pack that may not be edited, without the flag packDetailsV2, in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    await show('/packs/range/details', { configuration: plainDetails });
    await expect.element(title('Velden range 2027')).toBeVisible();
    await expectCleanAtEveryWidth();
  },
);
