import { expect, type Frame, type Locator, type Page } from '@playwright/test';
import { deviceRows } from './device-store.ts';
import type { Person } from './people.ts';

/** What a rep does, by the words on the screen. */
export class Rep {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /**
   * A page that has just begun puts a mark on the address it is at, which Playwright takes for the arrival: whoever loads it anew
   * just then would be where they were before.
   */
  async open(address: string) {
    const { hash } = new URL(`/#${address}`, 'http://localhost');
    const isThere = (frame: Frame) => frame === this.page.mainFrame() && new URL(frame.url()).hash === hash;
    await Promise.all([this.page.waitForEvent('framenavigated', isThere), this.page.goto(`/#${address}`)]);
  }

  /** The rep turns to the window again. It asks for a lost host by itself too, but the next time may be a minute away. */
  async comesBack() {
    await this.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  }

  async signIn(person: Pick<Person, 'name'> & { password: string }) {
    await this.page.goto('/');
    await this.fillLogin(person);
  }

  /** Where the login is on the screen already. */
  async fillLogin(person: Pick<Person, 'name'> & { password: string }) {
    await this.page.getByLabel('Username or email').fill(person.name);
    await this.page.getByLabel('Password', { exact: true }).fill(person.password);
    // A notice that asks to sign in has a button of that name, too.
    await this.page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  }

  /** Signed in, with the channel's home on the screen and its content on the device. */
  async signInToChannel(person: Person, channel = 'Retail & Hospitality') {
    await this.signIn(person);
    await this.page.waitForURL(/#\/$/);
    // A single channel is chosen by itself.
    if (person.channels > 1) await this.page.getByText(channel).first().click();
    await expect(this.heading).toHaveText(channel);
    await expect(this.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
  }

  /** To another channel of the person. */
  async switchChannel(channel: string) {
    await this.page.getByRole('button', { name: /switch channel$/ }).click();
    await this.page.getByRole('menuitemradio', { name: channel }).click();
    await expect(this.heading).toHaveText(channel);
  }

  /**
   * Nothing more is asked of the host that a test did not ask for: what came with the sign-in is here, and the icon has
   * stopped saying that it loads, and every record has a row of its own. Before a fault is laid in wait, so that the next
   * click meets it and nothing else.
   */
  async settled() {
    // What comes in is said only once it takes longer than a moment.
    await expect.poll(() => this.#saidFor(500), { timeout: 30_000 }).toEqual(['Online']);
    // What a reading left that was cut has no mark.
    const staged = async () =>
      (await deviceRows(this.page, 'marks')).filter(({ id }) => id.startsWith('staged:'));
    await expect.poll(staged).toEqual([]);
  }

  /** All that the header says of the connection in so many ms. */
  #saidFor(ms: number): Promise<(string | null)[]> {
    return this.connection.evaluate(async (sign, ms) => {
      const said = new Set([sign.ariaLabel]);
      const watching = new MutationObserver(() => said.add(sign.ariaLabel));
      watching.observe(sign, { attributes: true });
      await new Promise((resolve) => setTimeout(resolve, ms));
      watching.disconnect();
      return [...said];
    }, ms);
  }

  /**
   * The pictures of the channel are kept, behind which the app goes on by itself with files that are missing: a test that has some
   * of them missing would press against that.
   */
  async picturesKept() {
    const isMarked = async () =>
      (await deviceRows(this.page, 'marks')).some(({ id }) => id.startsWith('channel-files:'));
    await expect.poll(isMarked, { timeout: 30_000 }).toBe(true);
  }

  /** The page must be controlled by its worker before it can start without the host. */
  async waitForWorker() {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    });
  }

  tile(title: string): Locator {
    return this.page.getByRole('article', { name: title });
  }

  /** Turns a tile's switch on and waits until every byte is there. */
  async keepOffline(title: string) {
    const toggle = this.tile(title).getByRole('switch');
    await toggle.click();
    await expect(toggle).toBeChecked({ timeout: 30_000 });
  }

  /** The same on the bundle's own page, where videos are a choice. */
  async keepOfflineWithVideos(title: string) {
    await this.open('/content');
    await this.tile(title).getByRole('link', { name: title }).click();
    await expect(this.heading).toHaveText(title);
    await this.page.getByRole('checkbox', { name: /^Include videos/ }).click();
    await expect(this.page.getByRole('switch')).toBeChecked({ timeout: 30_000 });
  }

  /** The connection's place in the header. */
  get connection(): Locator {
    return this.page
      .getByRole('banner')
      .getByRole('button', { name: /^(Online|Offline|Downloading|Uploading)/ });
  }

  /** A new pack with one text and all documents of a bundle, saved. */
  async buildPack({
    name,
    title,
    text,
    bundle,
  }: {
    name: string;
    title: string;
    text: string;
    bundle: string;
  }) {
    const { page } = this;
    await this.open('/packs/-/build');
    await this.renamePack(name);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await this.nameNewSection(title);
    const editor = page.getByRole('textbox', { name: title });
    await editor.click();
    await page.keyboard.type(text);
    await page.getByRole('button', { name: new RegExp(`^${bundle}.*add as a section$`) }).click();
    await this.savePack();
  }

  async renamePack(name: string) {
    await this.page.getByRole('button', { name: 'Rename the pack' }).click();
    const field = this.page.getByRole('textbox', { name: 'Pack name' });
    await field.fill(name);
    await field.press('Enter');
  }

  /** A section that was just added waits for its title. */
  async nameNewSection(title: string) {
    const field = this.page.getByRole('textbox', { name: 'Title of the section' });
    await field.fill(title);
    await field.press('Enter');
  }

  async savePack() {
    await this.page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(this.page.getByText('Unsaved changes', { exact: true })).toBeHidden();
  }

  /** Fills the send form; Send or Link is pressed by the test. */
  async fillRecipient(recipient: {
    firstName: string;
    lastName: string;
    email: string;
    company: string;
    message?: string;
  }) {
    const { page } = this;
    await page.getByLabel('First name').fill(recipient.firstName);
    await page.getByLabel('Last name').fill(recipient.lastName);
    await page.getByLabel('Email').fill(recipient.email);
    await page.getByLabel('Company name').fill(recipient.company);
    if (recipient.message) {
      await page.getByRole('textbox', { name: 'Message' }).click();
      await page.keyboard.type(recipient.message);
    }
  }
}
