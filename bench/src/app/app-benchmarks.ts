import { type Figure, printTable } from '#benchmark.ts';
import { buildApp } from '../../../tools/build.ts';
import { building, editing, viewing } from './building.ts';
import { draining } from './draining.ts';
import { fullSync } from './full-sync.ts';
import { lists } from './lists.ts';
import { refresh } from './refresh.ts';
import { saving } from './saving.ts';
import { search } from './search.ts';
import { tables } from './tables.ts';
import { warmStart } from './warm-start.ts';
import { openWorld, type SizeName, sizes, type World } from './world.ts';

interface AppBenchmark {
  name: string;
  sizes: readonly SizeName[];
  run(world: World): Promise<Figure[]>;
}

const everySize = Object.keys(sizes) as SizeName[];

const benchmarks: AppBenchmark[] = [
  { name: 'sync', sizes: everySize, run: fullSync },
  { name: 'refresh', sizes: everySize, run: refresh },
  { name: 'start', sizes: everySize, run: warmStart },
  // What these touch does not depend on the content.
  { name: 'saving', sizes: ['S'], run: saving },
  { name: 'draining', sizes: ['S'], run: draining },
  { name: 'building', sizes: ['S', 'M'], run: building },
  { name: 'editing', sizes: ['S', 'M'], run: editing },
  { name: 'viewing', sizes: ['S', 'M'], run: viewing },
  // These put their own files on the device.
  { name: 'tables', sizes: ['S'], run: tables },
  { name: 'lists', sizes: ['S'], run: lists },
  { name: 'search', sizes: ['S'], run: search },
];

/** @param wanted names of benchmarks and of sizes; all without any */
export async function runAppBenchmarks(wanted: readonly string[]): Promise<Figure[]> {
  const known = [...benchmarks.map(({ name }) => name), ...everySize];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `There is no benchmark of the app ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  if (!buildApp()) throw new Error('The app could not be built.');
  const isWanted = (name: string, among: readonly string[]) =>
    wanted.includes(name) || !wanted.some((each) => among.includes(each));
  const names = benchmarks.map(({ name }) => name);
  const figures: Figure[] = [];
  for (const size of everySize.filter((size) => isWanted(size, everySize))) {
    const due = benchmarks.filter(({ name, sizes }) => sizes.includes(size) && isWanted(name, names));
    if (due.length === 0) continue;
    const world = await openWorld(size);
    try {
      for (const { name, run } of due) {
        console.log(`Running ${name} with content ${size} …`);
        const measured = await run(world);
        printTable(measured);
        figures.push(...measured);
      }
    } finally {
      await world.close();
    }
  }
  return figures;
}
