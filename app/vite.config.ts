import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// In development the app's own server hands everything that belongs to the host on to it.
const hostAddress = process.env.HOST_ADDRESS;
const hostPaths = [
  '/config.json',
  '/oauth',
  '/jsonapi',
  '/jsonrpc',
  '/openapi',
  '/salestool',
  '/sites',
  '/app/pwa',
  '/p/',
  '/api',
  '/help',
];

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2023', sourcemap: true },
  server: hostAddress
    ? { proxy: Object.fromEntries(hostPaths.map((path) => [path, { target: hostAddress }])) }
    : {},
});
