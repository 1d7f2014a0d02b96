import { type Benchmark, type Figure, printTable } from '#benchmark.ts';
import { buildContent, hostSize } from '#content.ts';
import { bundle, unchanged } from './bundle.ts';
import { channel } from './channel.ts';
import { files } from './files.ts';
import { page, views } from './prospect.ts';

const benchmarks: Benchmark[] = [bundle, unchanged, channel, files, page, views];

/** @param wanted names of benchmarks; all without any */
export async function runHostBenchmarks(wanted: readonly string[]): Promise<Figure[]> {
  const known = benchmarks.map(({ name }) => name);
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  console.log('Making 500 bundles with 25,000 media …');
  const content = await buildContent(hostSize);
  const figures: Figure[] = [];
  try {
    for (const benchmark of benchmarks) {
      if (wanted.length > 0 && !wanted.includes(benchmark.name)) continue;
      console.log(`Running ${benchmark.name} …`);
      const measured = await benchmark.run(content);
      printTable(measured);
      figures.push(...measured);
    }
  } finally {
    await content.remove();
  }
  return figures;
}
