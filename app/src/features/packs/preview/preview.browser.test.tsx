import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaView } from '#services.ts';
import { sampleChannels, sampleUser } from '#testing/sample-content.ts';
import {
  contents,
  documents,
  type SamplePackOptions,
  samplePack,
  samplePackServices,
  sampleSignature,
  words,
} from '#testing/sample-packs.ts';
import { clearNotices, expectCleanAtEveryWidth, setColorScheme, showWorld } from '#testing/show-app.tsx';

beforeEach(clearNotices);

const show = (path: string, options: SamplePackOptions = {}) =>
  showWorld(path, samplePackServices({ connection: { online: false, icon: 'offline' }, ...options }));
/** A dialog's code comes with its first opening, which takes its time on a busy machine. */
const late = { timeout: 15_000 };
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
const inside = () => frame().contentDocument?.body as HTMLElement;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a preview before sending', () => {
  test('shows the prospect’s page with their name, their company and the subject, offline and without a visit', async () => {
    const { events, calls } = await show('/packs/brightwater/send');
    await field('First name').fill('Daniel');
    await field('Last name').fill('Okafor');
    await field('Company name').fill('<b>Brightwater</b>');
    const before = [calls.length, events.length];
    await button('Preview').click();
    await expect.poll(() => inside()?.textContent, late).toContain('Daniel Okafor');
    expect(inside().textContent).toContain('<b>Brightwater</b>');
    expect(inside().textContent).toContain('Nora Lindqvist');
    expect(inside().textContent).toContain('While this page is open it tells Velden');
    expect(inside().textContent).not.toContain('{{');
    expect(inside().textContent).not.toContain('Bring a demo unit');
    expect([calls.length, events.length]).toEqual(before);
  });

  test('at the width of a phone and of a desktop, by keyboard', async () => {
    await show('/packs/brightwater/send');
    await button('Preview').click();
    await expect.poll(() => frame()?.contentWindow?.innerWidth, late).toBe(390);
    (button('Desktop').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => frame().contentWindow?.innerWidth).toBe(1280);
    await expect.element(button('Desktop')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Phone')).not.toBeInTheDocument();
  });

  test('without a signature there is none, and what is hostile runs nowhere', async () => {
    const pack = samplePack(
      { id: 'brightwater' },
      contents(
        words('w', 'Word', '<p>Hello</p><img src=x onerror="top.hacked=1"><script>top.hacked=1</script>'),
      ),
    );
    await show('/packs/brightwater/send', { packs: [pack] });
    await page.getByRole('combobox', { name: 'Signature' }).selectOptions('none');
    await button('Preview').click();
    await expect.poll(() => inside()?.textContent, late).toContain('Hello');
    expect(inside().textContent).not.toContain('Key account manager');
    expect(inside().querySelector('script')).toBeNull();
    expect('hacked' in window).toBe(false);
    expect(frame().getAttribute('sandbox')).toBe('allow-same-origin');
  });

  const team = { ...sampleSignature, id: 'team', title: 'The Velden team' };
  const channels = sampleChannels.map((channel) => ({ ...channel, signature: team }));

  test('[PBUILD-14] whoever has no signature is called by their account, and the channel’s signature stands below', async () => {
    const pack = samplePack(
      { id: 'brightwater' },
      contents(words('w', 'Word', '<p>By {{sender_name}}.</p>')),
    );
    const session = { user: { ...sampleUser, name: 'nora' } };
    await show('/packs/brightwater/send', { packs: [pack], signature: null, channels, session });
    await button('Preview').click();
    await expect.poll(() => inside()?.textContent, late).toContain('The Velden team');
    expect(inside().textContent).toContain('By nora.');
  });

  test('[PSEND-05] a signature that was chosen has its own picture', async () => {
    const world = samplePackServices({ channels, connection: { online: false, icon: 'offline' } });
    world.services.signatures.pictureUrl = async ({ id }) => `/picture-of-${id}.png`;
    await showWorld('/packs/brightwater/send', world);
    await page.getByRole('combobox', { name: 'Signature' }).selectOptions('default');
    await button('Preview').click();
    const portraits = () =>
      [...(inside()?.querySelectorAll('img.portrait') ?? [])].map((each) => each.getAttribute('src'));
    await expect.poll(portraits, late).toEqual(['/picture-of-team.png', '/picture-of-team.png']);
  });

  describe('where files can be looked at, not downloaded', () => {
    const pack = samplePack(
      { id: 'brightwater' },
      contents(documents('d', 'The counter', ['guide', 'demo', 'front', 'side'])),
    );
    const noDownload = page.getByRole('checkbox', { name: 'Files can be looked at, not downloaded' });
    const viewed = () =>
      [...(inside()?.querySelectorAll<HTMLElement>('[data-media-id]') ?? [])].map(
        ({ dataset }) => dataset.mediaId,
      );

    /** A document, a film, a picture, and a film that somebody else has. */
    async function open(path = '/packs/brightwater/send', options: SamplePackOptions = {}) {
      const world = samplePackServices({ packs: [pack], ...options });
      const medias = new Map(await world.services.packs.medias(pack));
      const change = (id: string, to: Partial<MediaView>) => medias.set(id, { ...medias.get(id)!, ...to });
      change('front', { url: 'https://host.example/files/front.jpg' });
      change('side', { mime: null, url: null, videoLink: 'https://vimeo.com/76979871' });
      world.services.packs.medias = async () => medias;
      await showWorld(path, world);
    }

    test('films and pictures open, and documents do not', async () => {
      await open();
      await noDownload.click();
      await button('Preview').click();
      await expect.poll(viewed, late).toEqual(['demo', 'front', 'side']);
      expect(inside().querySelectorAll('.media')).toHaveLength(4);
    });

    test('all of them open until that is chosen', async () => {
      await open();
      await button('Preview').click();
      await expect.poll(viewed, late).toEqual(['guide', 'demo', 'front', 'side']);
    });

    test('all of them open at a server that cannot limit links, whatever was chosen before', async () => {
      const form = {
        ...{ firstName: 'Daniel', lastName: 'Okafor', email: '', company: '', subject: '', messageHtml: '' },
        ...{ contactPermission: false, memo: '', signature: 'none' as const },
        link: { expires: null, maxVisits: null, password: '', download: false },
      };
      const refused = { id: 'm1', form, reason: null };
      await open('/packs/brightwater/send?message=m1', { refused, takesLinkControl: false });
      await button('Preview').click();
      await expect.poll(viewed, late).toEqual(['guide', 'demo', 'front', 'side']);
      expect(noDownload.elements()).toEqual([]);
    });
  });

  test('from the pack’s view the tokens stand by their names', async () => {
    await show('/packs/brightwater/view');
    await button('Preview').click();
    await expect.poll(() => inside()?.textContent, late).toMatch(/recipient/i);
  });
});

test.each(['light', 'dark'] as const)(
  'the preview is clean under axe at every width in the %s scheme',
  async (scheme) => {
    setColorScheme(scheme);
    const { screen } = await show('/packs/brightwater/send');
    await button('Preview').click();
    await expect.poll(() => inside()?.textContent, late).toContain('Nora Lindqvist');
    await expectCleanAtEveryWidth();
    await screen.unmount();
    setColorScheme('light');
  },
);
