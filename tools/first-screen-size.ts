// Measures the JavaScript a browser loads before the first screen paints: the entry of index.html and everything it
// imports statically, each compressed as the host sends it. Fails above the bar of 160 kB.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const barInBytes = 160_000;
const dist = join(import.meta.dirname, '../app/dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');

const staticImport =
  /(?:^|[;\s}])(?:import|export)\s*(?:[^'"();]*?\sfrom\s*)?["'](\.[^"']+\.js)["']|(?:import|from)["'](\.[^"']+\.js)["']/g;

const files = new Set<string>();
function collect(file: string) {
  if (files.has(file)) return;
  files.add(file);
  for (const match of readFileSync(file, 'utf8').matchAll(staticImport)) {
    collect(resolve(dirname(file), (match[1] ?? match[2])!));
  }
}
for (const [, address = ''] of html.matchAll(/<script[^>]+src="([^"]+\.js)"/g)) collect(join(dist, address));
for (const [, address = ''] of html.matchAll(/<link[^>]+rel="modulepreload"[^>]+href="([^"]+\.js)"/g))
  collect(join(dist, address));

const sizes = [...files].map((file) => ({
  file: relative(dist, file),
  bytes: gzipSync(readFileSync(file)).length,
}));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
console.log(
  `${(total / 1000).toFixed(1).padStart(8)} kB  JavaScript before the first screen, gzip (bar ${barInBytes / 1000} kB)`,
);
process.exit(files.size > 0 && total <= barInBytes ? 0 : 1);
