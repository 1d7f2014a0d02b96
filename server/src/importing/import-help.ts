import { basename } from 'node:path';
import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { marked } from 'marked';
import { bumpRevision } from '#database/revision.ts';
import { helpFrontMatter } from './folder-format.ts';
import type { ImportRun } from './import-run.ts';
import { stableId } from './stable-id.ts';

export async function importHelp(run: ImportRun) {
  const names = (await run.folder.files('help')).filter((name) => /\.md$/i.test(name));
  for (const name of names) await importPage(run, `help/${name}`);
}

async function importPage(run: ImportRun, path: string) {
  const { folder, records, report } = run;
  const id = stableId('help', path);
  run.seen.add(id);
  const content = await folder.text(path);
  if (content === undefined) return;
  const [, head, text = ''] = /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(content) ?? [];
  if (head === undefined) {
    return report.problem(path, 'it has to begin with a title and paths between two lines of ---');
  }
  const entry = folder.parseYaml(path, head, helpFrontMatter);
  if (!entry) return;
  const columns = {
    title: entry.title,
    alias: `/help/${basename(path).replace(/\.md$/i, '')}`,
    paths: entry.paths.join('\n') || null,
    roles: entry.roles.join('\n') || null,
    body: sanitiseOnHost(await marked.parse(text, { async: true }), 'rich'),
    source: path,
  };
  const saved = await run.transact(async (trx) => {
    const result = await records.save(trx, 'help_page', id, columns);
    if (result !== 'same' && !run.isDryRun) await bumpRevision(trx, 'shared');
    return result;
  });
  report.tell([{ path, title: entry.title, saved }]);
}
