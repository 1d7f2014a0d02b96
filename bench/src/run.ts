// `npm run bench [NAME …]`: measures against a limit in the same run and prints a table.
import { type Benchmark, type Figure, printTable } from './benchmark.ts';
import { bundle, unchanged } from './benchmarks/bundle.ts';
import { channel } from './benchmarks/channel.ts';
import { files } from './benchmarks/files.ts';
import { page, views } from './benchmarks/prospect.ts';
import { buildContent } from './content.ts';

const benchmarks: Benchmark[] = [bundle, unchanged, channel, files, page, views];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benchmarks.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are: ${benchmarks.map((each) => each.name).join(', ')}.`,
  );
  process.exit(1);
}

console.log('Making 500 bundles with 25,000 media …');
const content = await buildContent();
const figures: Figure[] = [];
try {
  for (const benchmark of benchmarks) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    console.log(`Running ${benchmark.name} …`);
    const measured = await benchmark.run(content);
    printTable(measured);
    figures.push(...measured);
  }
} finally {
  await content.remove();
}
console.log('\nAll together:');
printTable(figures);
process.exit(figures.every(({ isHeld }) => isHeld) ? 0 : 1);
