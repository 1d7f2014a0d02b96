import { afterAll } from 'vitest';
import { startStore } from './test-bucket.ts';

const store = await startStore();
process.env.SATCHEL_TEST_S3 = store.endpoint;
afterAll(() => store.stop());
