import { defineConfig } from 'vitest/config';
import { hostProjects } from './vitest.host.config.ts';

// Plain logic under Node, the host over HTTP on either engine, and the app's components in a real Chromium.
export default defineConfig({
  test: {
    // Two cores' worth: host tests wait for disks, mail servers and processes, and `npm test` runs the components beside them.
    maxWorkers: 2,
    projects: ['./vitest.node.config.ts', './app/vitest.browser.config.ts', ...hostProjects],
  },
});
