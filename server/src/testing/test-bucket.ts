import { startFauxqs } from 'fauxqs';
import type { Config } from '#config.ts';
import { newUuid } from '#database/ids.ts';

const name = 'satchel';

/** A store that speaks S3 over HTTP, on loopback, with one empty bucket. */
export async function startStore() {
  const { port, stop } = await startFauxqs({ port: 0, logger: false, init: { buckets: [name] } });
  return { endpoint: `http://127.0.0.1:${port}`, stop };
}

/** A part of the bucket that nobody else uses; undefined without a store. */
export function freshBucket(endpoint = process.env.SATCHEL_TEST_S3): Config['bucket'] {
  if (!endpoint) return undefined;
  const credentials = { accessKeyId: 'reader', secretAccessKey: 'of-tests' };
  return { bucket: name, prefix: `hosts/${newUuid()}`, endpoint, region: 'us-east-1', credentials };
}

/** The same as settings of a process. */
export const bucketSettings = (bucket: Config['bucket']): Record<string, string> =>
  bucket?.endpoint && bucket.credentials
    ? {
        S3_BUCKET: bucket.bucket,
        S3_PREFIX: bucket.prefix,
        S3_ENDPOINT: bucket.endpoint,
        S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
      }
    : {};
