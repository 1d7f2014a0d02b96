import { expect, type Locator, type Page } from '@playwright/test';
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

  async open(address: string) {
    await this.page.goto(`/#${address}`);
  }

  async signIn(person: Person) {
    await this.page.goto('/');
    await this.page.getByLabel('Username or email').fill(person.name);
    await this.page.getByLabel('Password', { exact: true }).fill(person.password);
    await this.page.getByRole('button', { name: 'Login', exact: true }).click();
  }

  /** Signed in, with the channel's home on the screen and its content on the device. */
  async signInToChannel(person: Person, channel = 'Retail & Hospitality') {
    await this.signIn(person);
    await this.page.waitForURL(/#\/$/);
    const pick = this.page
      .getByRole('button', { name: channel })
      .or(this.page.getByRole('link', { name: channel }));
    const tile = this.page.getByRole('link', { name: /^Resources/ }).first();
    await expect(pick.or(tile).first()).toBeVisible();
    if (!(await tile.isVisible())) await pick.first().click();
    await expect(this.heading).toHaveText(channel);
    await expect(this.page.getByText(/\d+ bundles?, \d+ files/)).toBeVisible();
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

  connection() {
    return this.page.getByRole('banner').getByRole('status', { name: /connection/i });
  }
}
