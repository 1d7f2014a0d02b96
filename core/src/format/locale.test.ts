import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../../../app');

test('[NAV-05] dates and sizes read as in en-us on a device that speaks German', () => {
  const script = `
    import { formatLongDate } from ${JSON.stringify(join(import.meta.dirname, 'dates.ts'))};
    import { formatFileSize } from ${JSON.stringify(join(import.meta.dirname, 'file-size.ts'))};
    const device = (4.2).toLocaleString();
    const date = formatLongDate('2022-05-04T13:05:00Z');
    console.log(JSON.stringify([device, date, formatFileSize(4_200_000)]));
  `;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, LC_ALL: 'de_DE.UTF-8', TZ: 'UTC' },
    encoding: 'utf8',
  });
  expect(JSON.parse(said)).toEqual(['4,2', 'May 4, 2022, 1:05 PM', '4.2 MB']);
});

test('[NAV-05] page and installed app are declared as en-us', () => {
  expect(readFileSync(join(app, 'index.html'), 'utf8')).toContain('<html lang="en-US">');
  const manifest = JSON.parse(readFileSync(join(app, 'public/manifest.webmanifest'), 'utf8'));
  expect(manifest.lang).toBe('en-US');
});
