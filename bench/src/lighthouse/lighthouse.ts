import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@satchel/server/src/testing/free-port.ts';
import { chromium } from 'playwright';
import { type Figure, median, printTable } from '#benchmark.ts';
import { serveHost } from '#host.ts';
import { buildApp } from '../../../tools/build.ts';
import { chromiumArguments, findChromium } from '../../../tools/test-programs.cjs';

const version = '13.5.0';
const runsPerPage = 3;
const bars = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof bars;

interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

const rep = { name: 'nora.lindqvist', password: 'velden-nora-2027' };

/** Pages as a phone meets them: the first visit, and home and a list of somebody who is signed in. */
const pages = [
  ['sign-in page', '/'],
  ['home', '/#/'],
  ['resources', '/#/content'],
] as const;

/**
 * Lighthouse brings a hundred packages and 176 MB that nobody else needs: it is no dependency of the project, but fetched
 * into a cache when it is asked for.
 */
async function programFile(): Promise<string> {
  const folder = join(tmpdir(), `satchel-lighthouse-${version}`);
  const file = join(folder, 'node_modules/lighthouse/cli/index.js');
  if (existsSync(file)) return file;
  console.log(`Fetching Lighthouse ${version} …`);
  await mkdir(folder, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...options, `lighthouse@${version}`], {
    stdio: 'inherit',
  });
  return file;
}

async function audit(program: string, address: string, port: number): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-lighthouse-report-'));
  const file = join(folder, 'report.json');
  const flags = [
    `--port=${port}`,
    `--only-categories=${Object.keys(bars).join(',')}`,
    // The mobile preset is what it does by itself. Who is signed in stays so.
    '--disable-storage-reset',
    '--output=json',
    `--output-path=${file}`,
    '--quiet',
  ];
  const env = { ...process.env, CHROME_PATH: findChromium() };
  try {
    await promisify(execFile)(process.execPath, [program, address, ...flags], { env });
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (score: number | null) => Math.round((score ?? 0) * 100);

/** What kept a report from the full mark, for whoever mends it. */
function printShortfalls({ categories, audits }: Report) {
  for (const { auditRefs } of Object.values(categories))
    for (const { id, weight } of auditRefs) {
      const found = audits[id];
      if (weight === 0 || !found || found.score === null || found.score >= 0.9) continue;
      console.log(`  ${percent(found.score)}  ${id}: ${found.title} ${found.displayValue ?? ''}`);
    }
}

/** @param wanted names of pages; all without any */
export async function runLighthouse(wanted: readonly string[]): Promise<Figure[]> {
  const program = await programFile();
  if (!buildApp()) throw new Error('The app could not be built.');
  const dataFolder = await mkdtemp(join(tmpdir(), 'satchel-lighthouse-data-'));
  const profile = await mkdtemp(join(tmpdir(), 'satchel-lighthouse-profile-'));
  const host = await serveHost(dataFolder, { env: { DEMO: 'true', TOURS: 'false' } });
  const address = host.url.replace('127.0.0.1', 'localhost');
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: [...chromiumArguments, `--remote-debugging-port=${port}`],
    baseURL: address,
  });
  const figures: Figure[] = [];
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    let isSignedIn = false;
    for (const [name, path] of pages) {
      if (name !== 'sign-in page' && !isSignedIn) {
        await page.goto('/');
        await page.getByLabel('Username or email').fill(rep.name);
        await page.getByLabel('Password', { exact: true }).fill(rep.password);
        await page.getByRole('button', { name: 'Login', exact: true }).click();
        await page.getByText(/\d+ bundles?, \d+ files/).waitFor();
        isSignedIn = true;
        await page.goto('about:blank');
      }
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const reports: Report[] = [];
      for (let run = 0; run < runsPerPage; run++) reports.push(await audit(program, address + path, port));
      const found = (Object.entries(bars) as [Category, number][]).map(([category, bar]): Figure => {
        const score = median(reports.map(({ categories }) => percent(categories[category].score)));
        return {
          what: `${name}: ${category}`,
          measured: String(score),
          limit: '100',
          bar: `at least ${bar}`,
          isHeld: score >= bar,
        };
      });
      figures.push(...found);
      printTable(found);
      printShortfalls(reports[0] as Report);
    }
  } finally {
    await browser.close();
    await host.stop();
    await rm(dataFolder, { recursive: true, force: true });
    await rm(profile, { recursive: true, force: true });
  }
  return figures;
}
