import { sanitiseOnHost } from '@satchel/core/html/sanitise-on-host.ts';
import { marked } from 'marked';
import { bumpRevision } from '#database/revision.ts';
import { helpFrontMatter } from './folder-format.ts';
import type { ImportRun } from './import-run.ts';
import { stableId } from './stable-id.ts';

export async function importHelp(run: ImportRun) {
  const names = (await run.folder.files('help')).filter((name) => ending.test(name));
  const taken = new Map<string, string>();
  for (const name of names) {
    const path = `help/${name}`;
    const alias = `/help/${name.replace(ending, '')}`;
    const other = taken.get(alias);
    if (other === undefined) {
      taken.set(alias, path);
      await importPage(run, path, alias);
    } else run.report.problem(path, `without its ending it has the same name as ${other}`);
  }
}

const ending = /\.md$/i;

async function importPage(run: ImportRun, path: string, alias: string) {
  const { folder, records, report } = run;
  const id = await idOf(run, path, alias);
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
    alias,
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

/** An address has one page, which stays the same when only the ending of its file is written in another way. */
async function idOf({ database: { db } }: ImportRun, path: string, alias: string) {
  const page = await db.selectFrom('help_page').select('id').where('alias', '=', alias).executeTakeFirst();
  return page?.id ?? stableId('help', path);
}
