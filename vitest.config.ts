import { defineConfig } from 'vitest/config';
import { hostProjects } from './vitest.host.config.ts';

// Plain logic under Node, the host over HTTP on either engine, and the app's components in a real Chromium.
export default defineConfig({
  test: {
    // Host tests mostly wait: for disks, mail servers and processes. One less than the cores would leave those idle.
    maxWorkers: 3,
    projects: ['./vitest.node.config.ts', './app/vitest.browser.config.ts', ...hostProjects],
  },
});
