// `npm run bench [NAME …]` measures the host, `npm run bench -- app [NAME …]` the app, each against a limit in the same
// run, and `npm run bench -- lighthouse [PAGE …]` what Lighthouse says of pages on a phone. Prints a table.
import { type Figure, printTable } from './benchmark.ts';

const [first, ...others] = process.argv.slice(2);

async function measure(): Promise<Figure[]> {
  if (first === 'app') return (await import('./app/app-benchmarks.ts')).runAppBenchmarks(others);
  if (first === 'lighthouse') return (await import('./lighthouse/lighthouse.ts')).runLighthouse(others);
  const { runHostBenchmarks } = await import('./benchmarks/host-benchmarks.ts');
  return runHostBenchmarks(first === undefined ? [] : [first, ...others]);
}

try {
  const figures = await measure();
  console.log('\nAll together:');
  printTable(figures);
  process.exit(figures.every(({ isHeld }) => isHeld) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
