// The limit for reports: Fastify that keeps each in a row and answers once it is safe, those that come together in one commit.
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

const { PORT, DATABASE_FILE = '' } = process.env;
const database = new DatabaseSync(DATABASE_FILE);
database.exec('pragma journal_mode = WAL; pragma synchronous = FULL');
database.exec('create table if not exists report (id integer primary key, session text, visible_ms integer)');
const insert = database.prepare('insert into report (session, visible_ms) values (?, ?)');

interface Report {
  session: string;
  totals: { visible_ms: number };
}

let waiting: { report: Report; kept: () => void }[] = [];

function writeAll() {
  const batch = waiting;
  waiting = [];
  database.exec('begin immediate');
  for (const { report } of batch) insert.run(report.session, report.totals.visible_ms);
  database.exec('commit');
  for (const { kept } of batch) kept();
}

const server = Fastify();
server.get('/readyz', () => 'ready');
server.post<{ Body: Report }>('/p/:token/views', async (request, reply) => {
  await new Promise<void>((kept) => {
    if (waiting.push({ report: request.body, kept }) === 1) setImmediate(writeAll);
  });
  return reply.code(204).send();
});
await server.listen({ host: '127.0.0.1', port: Number(PORT) });
