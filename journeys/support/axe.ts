import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary?: string }[];
}

declare global {
  interface Window {
    axe: { run(context?: unknown, options?: unknown): Promise<{ violations: Violation[] }> };
  }
}

/** Fails with what axe found on the page, WCAG 2.2 AA and its best practices. */
export async function expectNoAxeViolations(page: Page) {
  // Through the debugging protocol, so that the page's own policy does not have to allow it.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => (await window.axe.run(document)).violations);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
  expect(found, page.url()).toEqual([]);
}
