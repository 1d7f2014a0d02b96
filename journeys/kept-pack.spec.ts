import type { Page } from '@playwright/test';
import { expect, test } from './support/fault-journey.ts';
import { answerWith, type SeenRequest } from './support/fault-proxy.ts';
import { HostClient } from './support/host-client.ts';
import type { HostProcess } from './support/host-process.ts';
import { people } from './support/people.ts';
import type { Rep } from './support/rep.ts';

const title = 'Brightwater Cafés';
const guide = 'T3 Counter product guide';
const picture = 'T3 on counter, front';

/** Nora with her channel and worker, before the card of a pack of hers with a PDF and a picture. */
async function beforeCard(rep: Rep, host: HostProcess) {
  const client = await HostClient.signIn(host, people.nora);
  const known = [...(await client.list('media/document')), ...(await client.list('media/image'))];
  const section = { showTitle: true, introText: '', options: { hideTitle: false } };
  const medias = [guide, picture].map((name) => {
    const media = known.find(({ attributes }) => attributes.name === name);
    return {
      ...{ ...section, id: `child of ${name}`, type: 'media', title: name },
      data: {
        media: { id: media?.id, type: media?.type, name, mediaType: null, url: null, thumbnail: null },
      },
    };
  });
  const counter = { ...section, id: 'counter', type: 'medias', title: 'The counter', data: { medias } };
  await client.makePackOf(title, { version: 2, elements: [counter] });
  await rep.signInToChannel(people.nora);
  await rep.waitForWorker();
  await rep.settled();
  await rep.open('/packs');
  return rep.tile(title);
}

/** Starts the app anew where nothing can be had but what the worker keeps. */
async function startAnew(page: Page) {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
}

async function openFile(page: Page, name: string) {
  const shown = page.getByRole('region', { name: `The page of ${title} as the prospect sees it` });
  const popup = page.waitForEvent('popup');
  await shown.getByRole('link', { name: `View ${name}` }).click();
  return popup;
}

/** The file itself comes in the window that its link opens. */
async function expectGuide(page: Page) {
  const opened = await openFile(page, guide);
  await opened.waitForURL(/product-guide\.pdf/);
  const beginning = await page.evaluate(
    async (address) => (await (await fetch(address)).text()).slice(0, 5),
    opened.url(),
  );
  expect(beginning).toBe('%PDF-');
  await opened.close();
}

test('[PLIST-04] a pack that was saved for offline opens with its PDF and its picture while nobody answers', async ({
  rep,
  host,
  line,
}) => {
  const { page } = rep;
  const card = await beforeCard(rep, host);
  await rep.keepOffline(title);
  await line.stop();
  await startAnew(page);
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);
  await expect(card.getByRole('switch')).toBeChecked();
  await expect(card.getByText(/^2 files, .* on this device$/)).toBeVisible();

  await card.getByRole('link', { name: `View ${title}` }).click();
  await expectGuide(page);
  const opened = await openFile(page, picture);
  await opened.waitForURL(/t3-on-counter-front\.jpg/);
  const width = () => opened.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
});

test('[PLIST-04] of a pack of which one file could not be fetched the card says so, over a start without a signal too, until it is all here', async ({
  rep,
  host,
  line,
}) => {
  const { page } = rep;
  const isPicture = ({ path }: SeenRequest) => /files\/[^/]+\/t3-on-counter-front\.jpg/.test(path);
  const giveOut = line.meet(isPicture, answerWith(404));
  const card = await beforeCard(rep, host);
  const toggle = card.getByRole('switch');
  const shortfall = card.getByText('1 of 2 files, try again', { exact: true });
  const reason = card.getByText('The server did not give out some of the files.');
  await toggle.click();
  await expect(shortfall).toBeVisible();
  await expect(reason).toBeVisible();
  await expect(toggle).not.toBeChecked();

  await line.stop();
  await startAnew(page);
  await expect(rep.connection).toHaveAccessibleName(/^Offline/);
  await expect(reason).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expect(card.getByText(/on this device/)).toBeHidden();
  await card.getByRole('link', { name: `View ${title}` }).click();
  await expectGuide(page);

  await rep.open('/packs');
  giveOut();
  await line.start();
  await expect(toggle).toBeChecked({ timeout: 60_000 });
  await expect(card.getByText(/^2 files, .* on this device$/)).toBeVisible();
});
