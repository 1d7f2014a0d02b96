import { inject } from 'vitest';

process.env.SATCHEL_TEST_POSTGRES = inject('postgresServer');
