import type { HostDatabase } from '#database/database.ts';
import { importFolder } from '#importing/import-folder.ts';
import { createReport } from '#importing/import-report.ts';
import { contentFolder, smallContent } from './content-folder.ts';
import { openAsProspect, snapshot } from './prospect.ts';
import { sendPack } from './send-pack.ts';
import { type Fetch, startTestHost } from './test-host.ts';

export type ImportingHost = Awaited<ReturnType<typeof startImportingHost>>;

/** An empty host beside a folder with a little of everything, to import it and look at what came of it. */
export async function startImportingHost() {
  const host = await startTestHost({ withWorld: false });
  const content = await contentFolder(await smallContent());

  async function signIn(username: string, password: string): Promise<Fetch> {
    const body = new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'satchel', username, password },
      scope: 'sales_tool_user sales_tool_manager administrator',
    });
    const { access_token } = await (await host.fetch('/oauth/token', { method: 'POST', body })).json();
    return (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${access_token}`);
      return host.fetch(path, { ...init, headers });
    };
  }
  const astrid = () => signIn('astrid', 'first-password');

  const mediaNamed = (name: string) =>
    host.database.db.selectFrom('media').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

  return {
    host,
    content,
    signIn,
    mediaNamed,

    /**
     * @param cutOffAt the line at which the import dies
     * @param meanwhile what is done by others after the first line that it is for, before the import writes anything more
     */
    async run({
      path = content.path,
      isDryRun = false,
      now = Date.now(),
      cutOffAt = nowhere,
      meanwhile = nothing,
    } = {}) {
      const lines: string[] = [];
      let others: Promise<unknown> | undefined;
      const say = (line: string) => {
        if (cutOffAt(line)) throw new Error('cut off');
        lines.push(line);
        others ??= meanwhile(line);
      };
      const report = createReport({ progress: say, detail: say });
      const { files, config } = host;
      const database: HostDatabase = {
        ...host.database,
        async write(work, isolation) {
          await others;
          return host.database.write(work, isolation);
        },
      };
      return { ...(await importFolder(path, { database, files, config, report, now, isDryRun })), lines };
    },

    /** The user of the small content. */
    astrid,

    /** Sends the pack of the small content with these sections; answers the token of its link. */
    async send(...sections: unknown[]) {
      const pack = await host.database.db.selectFrom('pack').select('id').executeTakeFirstOrThrow();
      const attributes = { pack_snapshot: snapshot(sections) };
      return (await sendPack(await astrid(), { packId: pack.id, attributes })).token;
    },

    /** What a prospect gets below their link. */
    async sentTo(token: string, path = '') {
      const answer = await openAsProspect(host, `/p/${token}${path}`);
      return { status: answer.status, text: await answer.text() };
    },

    read: async (who: Fetch, path: string) => (await who(path)).json(),

    /** Reads the answer to its end, so that the host is not kept waiting. */
    async got(path: string) {
      const answer = await host.fetch(path);
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    },

    async fileOf(name: string) {
      const { file_id } = await mediaNamed(name);
      return host.database.db
        .selectFrom('file')
        .selectAll()
        .where('id', '=', file_id)
        .executeTakeFirstOrThrow();
    },

    async stop() {
      await host.stop();
      await content.dispose();
    },
  };
}

const nowhere = (_line: string) => false;
const nothing = (_line: string): Promise<unknown> | undefined => undefined;

/** Lines about records, without those about how far the import is. */
export const recordLines = (lines: readonly string[]) => lines.filter((line) => /^ {2}[+~!-]/.test(line));

/** Writes of the import; the outbox looks for work on its own all the time. */
export const isWriting = (statement: string) =>
  /^\s*(?:insert|update|delete)/i.test(statement) && !/^\s*update "outbox"/i.test(statement);
