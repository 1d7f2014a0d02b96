// `npm start`: builds the app when needed, then becomes the host.
import { buildApp } from './build.ts';

if (!buildApp()) {
  console.error('\nThe app could not be built, so Satchel was not started. The lines above say why.\n');
  process.exit(1);
}
await import('../server/src/main.ts');
