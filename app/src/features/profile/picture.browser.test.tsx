// Fetched with the tests, as form-page.ts says.
import './profile-screen.tsx';
import './picture-dialog.tsx';
import { createHashHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '#shell/app.tsx';
import { alert } from '#testing/form-page.ts';
import type { SampleOptions } from '#testing/sample-options.ts';
import { sampleServices } from '#testing/sample-services.ts';
import { desktop, expectNoAxeViolations, phone, setColorScheme, showApp } from '#testing/show-app.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const atHost = { id: 's1', type: 'salestool--signature', drupal_internal__id: 7, title: 'Nora' } as const;
const known = { ...atHost, email: 'nora@velden.example' };

const dialog = () => page.getByRole('dialog', { name: 'Update your profile picture' });
const input = () => document.querySelector<HTMLInputElement>('input[type="file"]');
const saved = () => page.getByText('Profile picture saved to server');
const use = () => dialog().getByRole('button', { name: 'Use picture' });

async function pressChange() {
  // Page and dialog are fetched when they are first opened.
  const change = page.getByRole('button', { name: 'Change picture' });
  await expect.element(change, { timeout: 20_000 }).toBeVisible();
  await change.click();
  await expect.element(dialog(), { timeout: 20_000 }).toBeVisible();
}

async function openDialog(options: SampleOptions = {}) {
  const world = await showApp('/user/profile', { signature: known, ...options });
  await pressChange();
  return world;
}

type Draw = (context: CanvasRenderingContext2D) => void;

/** At once: `toBlob` waits for a page that has nothing else to do, up to seven seconds long. */
async function encoded(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return (await fetch(canvas.toDataURL(type, quality))).blob();
}

async function pictureOf(draw: Draw, width = 900, height = 600): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  draw(canvas.getContext('2d')!);
  return new File([await encoded(canvas, 'image/png')], 'me.png', { type: 'image/png' });
}

/** One colour passes into the other, and a band across the middle lets through. */
const twoColours = () =>
  pictureOf((context) => {
    const { width, height } = context.canvas;
    const blend = context.createLinearGradient(0, 0, width, height);
    blend.addColorStop(0, '#c01020');
    blend.addColorStop(1, '#1020c0');
    context.fillStyle = blend;
    context.fillRect(0, 0, width, height);
    context.clearRect(0, height * 0.45, width, height * 0.1);
  });

/** Red up to the middle, then blue. */
const redAndBlue = () =>
  pictureOf((context) => {
    context.fillStyle = '#c01020';
    context.fillRect(0, 0, 450, 600);
    context.fillStyle = '#1020c0';
    context.fillRect(450, 0, 450, 600);
  });

/** As the browser's own dialog would; what drives the browser needs a FileReader itself. */
async function choose(file: File) {
  await expect.poll(input).not.toBeNull();
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input()!.files = chosen.files;
  input()!.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The same cut, made by the test itself. */
async function expectedCut(file: File, x: number, y: number, size: number): Promise<ArrayBuffer> {
  const canvas = document.createElement('canvas');
  canvas.width = 1200;
  canvas.height = 1200;
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, 1200, 1200);
  context.imageSmoothingQuality = 'high';
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  context.drawImage(image, x, y, size, size, 0, 0, 1200, 1200);
  return (await encoded(canvas, 'image/jpeg', 0.8)).arrayBuffer();
}

async function pixelsOf(picture: Blob) {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return {
    size: [bitmap.width, bitmap.height],
    at: (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)],
  };
}

describe('the dialog', () => {
  test('[PROF-17] Change picture opens it; it is left without a change', async () => {
    const { calls } = await openDialog();
    await expect.element(use()).toBeDisabled();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('upload'))).toEqual([]);
  });

  test('[PROF-18] a file that is no picture is not taken', async () => {
    await openDialog();
    await choose(new File(['words'], 'notes.txt', { type: 'text/plain' }));
    await expect.element(alert()).toHaveTextContent('Please select an image file');
    await expect.element(use()).toBeDisabled();
  });

  test('[PROF-19] a browser without FileReader is told apart', async () => {
    await openDialog();
    const file = await twoColours();
    vi.stubGlobal('FileReader', undefined);
    await choose(file);
    await expect.element(alert()).toHaveTextContent('Sorry, FileReader API not supported');
  });

  test('[PROF-20] a file that cannot be read says why', async () => {
    await openDialog();
    const file = await twoColours();
    class Failing extends FileReader {
      override get error() {
        return new DOMException('The file is gone', 'NotFoundError');
      }
      override readAsDataURL() {
        this.dispatchEvent(new ProgressEvent('error'));
      }
    }
    vi.stubGlobal('FileReader', Failing);
    await choose(file);
    await expect.element(alert()).toHaveTextContent('There was an error reading the file: The file is gone');
  });

  test('[PROF-20] a read that was aborted says so', async () => {
    await openDialog();
    const file = await twoColours();
    class Aborted extends FileReader {
      override readAsDataURL(blob: Blob) {
        super.readAsDataURL(blob);
        this.abort();
      }
    }
    vi.stubGlobal('FileReader', Aborted);
    await choose(file);
    await expect.element(alert()).toHaveTextContent('Attempt to read picture data was aborted');
  });

  test('[PROF-20] a picture that is broken, or of a kind the browser does not know, says so', async () => {
    await openDialog();
    await choose(new File(['no heic'], 'me.heic', { type: 'image/heic' }));
    await expect
      .element(alert())
      .toHaveTextContent('There was an error reading the file: this device cannot show it');
  });

  test.each([
    ['light', phone],
    ['dark', desktop],
  ] as const)('axe finds nothing, empty and with a picture (%s)', async (scheme, viewport) => {
    await viewport();
    setColorScheme(scheme);
    await openDialog();
    await expectNoAxeViolations('the empty dialog');
    await choose(await twoColours());
    await expect.element(use()).toBeEnabled();
    await expectNoAxeViolations('with a picture');
  });
});

describe('the cut', () => {
  test('[PROF-21, CONST-10] is a square JPEG of 1200 by 1200, quality 0.8, with white where the picture lets through', async () => {
    const pictures: Blob[] = [];
    await openDialog({ uploadPicture: async (picture) => void pictures.push(picture) });
    const file = await twoColours();
    await choose(file);
    await expect.element(use()).toBeEnabled();
    await expect.element(dialog().getByRole('group', { name: /^The part of the picture/ })).toBeVisible();
    await use().click();
    await expect.poll(() => pictures).toHaveLength(1);
    await expect.element(saved()).toBeVisible();
    const [picture] = pictures as [Blob];
    expect(picture.type).toBe('image/jpeg');
    const { size, at } = await pixelsOf(picture);
    expect(size).toEqual([1200, 1200]);
    for (const channel of at(600, 600)) expect(channel).toBeGreaterThan(250);
    // The whole height, from the middle of the width.
    const [made, expected] = [await picture.arrayBuffer(), await expectedCut(file, 150, 0, 600)];
    expect(made.byteLength).toBe(expected.byteLength);
  });

  test('[PROF-21] of a tall picture is its whole width, and as large as of a wide one', async () => {
    const pictures: Blob[] = [];
    await openDialog({ uploadPicture: async (picture) => void pictures.push(picture) });
    const area = dialog().getByRole('group', { name: /^The part of the picture/ });
    const side = () => Math.round(area.element().getBoundingClientRect().width);
    await choose(await twoColours());
    await expect.element(area).toBeVisible();
    const wide = side();
    const tall = await pictureOf((context) => context.fillRect(0, 0, 300, 900), 300, 900);
    await choose(tall);
    const height = () => document.querySelector<HTMLImageElement>('[role="dialog"] img')?.naturalHeight;
    await expect.poll(height).toBe(900);
    await expect.poll(side).toBe(wide);
    await use().click();
    await expect.poll(() => pictures).toHaveLength(1);
    const made = await pictures[0]!.arrayBuffer();
    expect(made.byteLength).toBe((await expectedCut(tall, 0, 300, 300)).byteLength);
  });

  test('[PROF-21] follows the keyboard: the arrows move it, the slider enlarges it', async () => {
    const pictures: Blob[] = [];
    await openDialog({ uploadPicture: async (picture) => void pictures.push(picture) });
    await choose(await redAndBlue());
    const zoom = dialog().getByRole('slider', { name: 'Zoom' });
    await expect.element(zoom).toBeVisible();
    (zoom.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(zoom).toHaveAttribute('aria-valuenow', '4');
    const area = dialog().getByRole('group', { name: /^The part of the picture/ });
    (area.element() as HTMLElement).focus();
    for (let turn = 0; turn < 12; turn++) await userEvent.keyboard('{ArrowLeft}');
    await use().click();
    await expect.poll(() => pictures).toHaveLength(1);
    await expect.element(saved()).toBeVisible();
    const { at } = await pixelsOf(pictures[0] as Blob);
    const [red = 0, , blue = 0] = at(600, 600);
    expect(blue).toBeGreaterThan(red + 100);
  });
});

describe('the upload', () => {
  test('[PROF-13] goes at once when the host has the signature, and the new picture shows', async () => {
    const { calls } = await openDialog();
    await choose(await twoColours());
    await use().click();
    await expect.element(saved()).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls.filter((call) => /^(upload|save)/.test(call))).toEqual(['upload picture image/jpeg']);
    await expect.poll(() => document.querySelector('section img')?.getAttribute('src')).toMatch(/^blob:/);
  });

  test('[PROF-13] waits for the save while the host does not have the signature', async () => {
    const { calls } = await openDialog({ signature: null });
    await choose(await twoColours());
    await use().click();
    await expect.element(page.getByText('The picture goes to the server when you save.')).toBeVisible();
    expect(calls.filter((call) => call.startsWith('upload'))).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(saved()).toBeVisible();
    expect(calls.filter((call) => /^(upload|save)/.test(call)).map((call) => call.split(' ')[0])).toEqual([
      'save',
      'upload',
    ]);
    await expect
      .element(page.getByText('The picture goes to the server when you save.'))
      .not.toBeInTheDocument();
  });

  test('[PROF-13, PROF-15] goes on waiting when the save did not reach the host', async () => {
    const { calls } = await openDialog({
      signature: null,
      saveSignature: async () => ({ savedLocally: true, savedRemotely: false, failure: 'No response' }),
    });
    await choose(await twoColours());
    await use().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(page.getByText('Signature saved locally')).toBeVisible();
    await expect.element(page.getByText('The picture goes to the server when you save.')).toBeVisible();
    expect(calls.filter((call) => call.startsWith('upload'))).toEqual([]);
  });

  test('[PROF-16] that fails says why, and the next save tries again', async () => {
    let turn = 0;
    const { calls } = await openDialog({
      uploadPicture: async () => {
        turn += 1;
        if (turn === 1) throw new Error('No response');
      },
    });
    await choose(await twoColours());
    await use().click();
    await expect.element(alert()).toHaveTextContent('Unable to save profile picture: No response');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(saved()).toBeVisible();
    await expect.element(alert()).not.toBeInTheDocument();
    expect(calls.filter((call) => call.startsWith('upload'))).toHaveLength(2);
  });
});

describe('[PROF-13] leaving the page', () => {
  const question = () => page.getByRole('dialog', { name: 'Picture not saved' });
  const answer = (name: string) => question().getByRole('button', { name, exact: true });
  const waits = () => page.getByText('The picture goes to the server when you save.');
  const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  async function withPicture(options: SampleOptions = {}) {
    const world = await openDialog({ signature: null, ...options });
    await choose(await twoColours());
    await use().click();
    return world;
  }

  /** Seen in its place by now, too: whatever else hangs on it has been told. */
  async function showsIt() {
    await expect.element(waits()).toBeVisible();
    await expect.poll(() => document.querySelector('section img')?.getAttribute('src')).toMatch(/^blob:/);
  }

  test('asks while a picture waits for a save; who stays keeps it, who leaves does without it', async () => {
    const { history, at, calls } = await withPicture();
    await showsIt();
    history.push('/settings');
    await expect.element(question()).toMatchTextContent(/not on the server yet and is lost when you leave/);
    await expect.element(answer('Stay')).toHaveFocus();
    await answer('Stay').click();
    await expect.element(question()).not.toBeInTheDocument();
    expect(at()).toBe('/user/profile');
    await showsIt();
    history.push('/settings');
    await answer('Leave without it').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(calls.filter((call) => call.startsWith('upload'))).toEqual([]);
  });

  test('asks nobody once it is at the server', async () => {
    const { history } = await withPicture();
    await showsIt();
    await saveButton().click();
    await expect.element(saved()).toBeVisible();
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
  });

  test('goes on by itself when the save takes the picture while that is asked', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { history } = await withPicture({
      saveSignature: async () => {
        await promise;
        return { savedLocally: true, savedRemotely: true, failure: null };
      },
    });
    await showsIt();
    await saveButton().click();
    history.push('/settings');
    await expect.element(question()).toBeVisible();
    resolve();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(saved()).toBeVisible();
  });

  test('[PROF-16] while it is on its way says afterwards that it did not get there', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { history, calls } = await withPicture({ signature: known, uploadPicture: () => promise });
    await expect.poll(() => calls.filter((call) => call.startsWith('upload'))).toHaveLength(1);
    history.push('/settings');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    reject(new Error('No response'));
    await expect.element(page.getByText('Unable to save profile picture: No response')).toBeVisible();
  });

  test('the window asks before it is closed, until the picture is at the server', async () => {
    const history = createHashHistory();
    history.replace('/user/profile');
    await render(<App services={sampleServices({ signature: null }).services} history={history} />);
    await pressChange();
    expect(asks()).toBe(false);
    await choose(await twoColours());
    await use().click();
    await expect.poll(asks).toBe(true);
    await saveButton().click();
    await expect.element(saved()).toBeVisible();
    await expect.poll(asks).toBe(false);
    history.destroy();
  });

  test.each([
    ['light', phone],
    ['dark', desktop],
  ] as const)('its question is clean under axe (%s)', async (scheme, viewport) => {
    await viewport();
    setColorScheme(scheme);
    const { history } = await withPicture();
    await showsIt();
    history.push('/settings');
    await expect.element(question()).toBeVisible();
    await expectNoAxeViolations('the question');
    setColorScheme('light');
  });
});
