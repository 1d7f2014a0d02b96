import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { Config } from '#config.ts';
import { type ByteRange, type Disk, DiskUnusable, diskName, type Source } from './disk.ts';

export type BucketSettings = NonNullable<Config['bucket']>;

// Most pictures and pages come in one go, and yet many slow readers hold little.
const bytesAtOnce = 256 * 1024;
const attempts = 3;
const pauseMs = 300;
// Every reader who is slow holds a connection of its own; the library's 50 would be a queue for all others.
const mostConnections = 1000;

/**
 * A bucket of an S3-compatible store. An object appears whole or not at all, and no two ever have one name: keys are
 * random. So nothing beyond plain GET, PUT, HEAD, DELETE, COPY and LIST is asked of the store.
 */
export function createBucketDisk({ bucket: Bucket, prefix, ...settings }: BucketSettings): Disk {
  // Loaded with the first call: who keeps files in a folder never waits for it.
  let loaded: ReturnType<typeof load> | undefined;
  const store = () => (loaded ??= load(settings));
  const base = prefix === '' ? 'files/' : `${prefix}/files/`;
  const at = (name: string) => ({ Bucket, Key: base + name });

  /** A sentence about the store instead of whatever the library throws. */
  const unusable = (error: unknown) =>
    error instanceof Error && !('code' in error && error.code === 'ENOENT')
      ? new DiskUnusable(`The bucket ${Bucket} cannot be used: ${reasonOf(error)}`, { cause: error })
      : error;

  async function asked<Answer>(ask: (parts: Awaited<ReturnType<typeof load>>) => Promise<Answer>) {
    try {
      return await ask(await store());
    } catch (error) {
      throw isMissing(error) ? missing(error) : unusable(error);
    }
  }

  async function orNull<Answer>(answer: Promise<Answer>) {
    try {
      return await answer;
    } catch (error) {
      if (isNoEntry(error)) return null;
      throw error;
    }
  }

  const size = async (name: string) => {
    const head = await orNull(
      asked(({ client, HeadObjectCommand }) => client.send(new HeadObjectCommand(at(name)))),
    );
    return head && (head.ContentLength ?? 0);
  };

  /** A stream cannot be sent twice, so the library does not try again by itself. */
  async function putFile(name: string, path: string) {
    const facts = { ContentLength: (await stat(path)).size, ContentMD5: await md5Of(path) };
    for (let attempt = 1; ; attempt++) {
      try {
        return await asked(({ client, PutObjectCommand }) =>
          client.send(new PutObjectCommand({ ...at(name), ...facts, Body: createReadStream(path) })),
        );
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw error;
        await pause(pauseMs * 2 ** attempt);
      }
    }
  }

  /** Bytes of any kind as a file of this machine, for as long as somebody works with them. */
  async function onThisMachine<Result>(source: Source, work: (path: string) => Promise<Result>) {
    if (typeof source === 'string') return work(source);
    return inFile(() => (source instanceof Uint8Array ? [source] : source), work);
  }

  /** @param open begins to read only when there is somebody to hear that it failed */
  const inFile = <Result>(
    open: () => Iterable<Uint8Array> | Readable,
    work: (path: string) => Promise<Result>,
  ) =>
    inTemporaryFile(async (path) => {
      await pipeline(open(), createWriteStream(path, { flags: 'wx' }));
      return work(path);
    });

  function read(name: string, range?: ByteRange): Readable {
    const gone = new AbortController();
    const bytes = new PassThrough({ highWaterMark: bytesAtOnce });
    // Who reads no further gives the connection back.
    bytes.once('close', () => gone.abort());
    const Range = range && `bytes=${range.start}-${range.end}`;
    asked(async ({ client, GetObjectCommand }) => {
      const { Body } = await client.send(new GetObjectCommand({ ...at(name), ...(Range && { Range }) }), {
        abortSignal: gone.signal,
      });
      await pipeline(Body as Readable, bytes);
    }).catch((error) => bytes.destroy(error));
    return bytes;
  }

  async function* list(below?: string) {
    const Prefix = below === undefined ? base : `${base}${below}/`;
    for (let ContinuationToken: string | undefined; ; ) {
      const page = await asked(({ client, ListObjectsV2Command }) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        yield { name: Key.slice(base.length), size: Size };
      if (!page.IsTruncated) return;
      ContinuationToken = page.NextContinuationToken;
    }
  }

  /** One object by this name, or all below it. */
  async function* named(name: string) {
    yield name;
    for await (const each of list(name)) yield each.name;
  }

  const removeOne = (name: string) =>
    orNull(asked(({ client, DeleteObjectCommand }) => client.send(new DeleteObjectCommand(at(name)))));

  return {
    write: (name, source) =>
      onThisMachine(source, async (path) => {
        await putFile(name, path);
      }),
    take: (name, source, look) =>
      onThisMachine(source, async (path) => {
        const seen = await look(path);
        await putFile(name, path);
        return seen;
      }),
    size,
    read,
    withPath: (name, work) => inFile(() => read(name), work),
    async remove(name) {
      for await (const each of named(name)) await removeOne(each);
    },
    list,

    async setAside(name, label) {
      const aside = diskName(...(prefix === '' ? [] : [prefix]), label);
      for await (const each of named(name)) {
        const CopySource = `${Bucket}/${base}${each}`.split('/').map(encodeURIComponent).join('/');
        const copied = await orNull(
          asked(({ client, CopyObjectCommand }) =>
            client.send(new CopyObjectCommand({ Bucket, Key: `${aside}/files/${each}`, CopySource })),
          ),
        );
        if (copied) await removeOne(each);
      }
      return `${aside} of the bucket ${Bucket}`;
    },

    async probe() {
      const name = `.writable-${randomUUID()}`;
      await asked(({ client, PutObjectCommand }) =>
        client.send(new PutObjectCommand({ ...at(name), Body: 'x' })),
      );
      await removeOne(name);
    },
  };
}

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, () => {}]),
) as unknown as NonNullable<S3ClientConfig['logger']>;

async function load({ endpoint, region, credentials }: Omit<BucketSettings, 'bucket' | 'prefix'>) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const connections = { keepAlive: true, maxSockets: mostConnections };
  const config: S3ClientConfig = {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    // What it says on the console is in the errors, too.
    logger: silent,
    // Stores other than Amazon's refuse the trailers that its library adds of late.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      // Idle, in either direction; a reader who stops for longer has gone.
      socketTimeout: 120_000,
      httpAgent: connections,
      httpsAgent: connections,
    },
  };
  const client: S3Client = new S3Client(config);
  return { client, ...commands };
}

interface StoreError extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const statusOf = (error: unknown) => (error as StoreError).$metadata?.httpStatusCode;

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const isNoEntry = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const missing = (cause: unknown) =>
  Object.assign(new Error('There is no such file in the bucket', { cause }), { code: 'ENOENT' });

/** The store was busy, or the network failed: the same call works later. */
function isPassing(error: unknown) {
  const cause = error instanceof DiskUnusable ? error.cause : error;
  const status = statusOf(cause);
  if (status !== undefined) return status >= 500 || status === 429;
  const { code, name } = cause as StoreError;
  return code !== undefined || name === 'TimeoutError';
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOTFOUND: 'there is no such machine',
  EAI_AGAIN: 'there is no such machine',
  TimeoutError: 'it does not answer',
  NoSuchBucket: 'there is no bucket of that name',
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  AccessDenied: 'the access key may not write there',
  PermanentRedirect: 'it is in another region',
  AuthorizationHeaderMalformed: 'it is in another region',
  CredentialsProviderError: 'no access key is set',
};

function reasonOf(error: StoreError) {
  const status = statusOf(error);
  return (
    reasons[error.code ?? ''] ??
    reasons[error.name] ??
    (status === undefined ? `${error.name} ${error.message}`.trim() : `it answers ${status} (${error.name})`)
  );
}

async function inTemporaryFile<Result>(work: (path: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-file-'));
  try {
    return await work(join(folder, 'bytes'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function md5Of(path: string) {
  const digest = createHash('md5');
  await pipeline(createReadStream(path), digest);
  return digest.digest('base64');
}
