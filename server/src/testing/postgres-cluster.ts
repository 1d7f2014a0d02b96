import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

const { findPostgres } = createRequire(import.meta.url)('../../../tools/test-programs.cjs') as {
  findPostgres: () => string | undefined;
};

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's `postgres` database. */
    postgresServer: string;
  }
}

/** Starts one PostgreSQL cluster in a temporary folder for the whole test run, on loopback only. */
export default async function startCluster(project: TestProject) {
  const programs = findPostgres();
  if (!programs) {
    throw new Error(
      'The host is tested on PostgreSQL too: install it (Debian: postgresql) or set POSTGRES_BIN.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'satchel-postgres-'));
  // PostgreSQL refuses to run as root; the package's own user does it then.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);

  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'satchel', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { cwd: folder, stdio: 'pipe', ...user },
  );
  const port = await freePort();
  const durability = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const place = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const server = spawn(join(programs, 'postgres'), [...place, '-c', 'max_connections=200', ...durability], {
    cwd: folder,
    stdio: 'ignore',
    ...user,
  });
  const url = `postgres://satchel@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url);
  project.provide('postgresServer', url);

  return async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
}

const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));

async function untilItAnswers(url: string) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(100);
    }
  }
}
