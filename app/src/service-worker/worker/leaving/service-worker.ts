// Built in the place of the worker with WITHOUT_WORKER=1, for the day on which a broken one was shipped.
import { isContentCache } from '../../content-address.ts';
import { presenceQuestion } from '../../presence.ts';
import { texts } from '../../texts.ts';

declare const self: ServiceWorkerGlobalScope;

const answerLimitMs = 2000;
const askAgainMs = 500;

// Nobody could press Reload where the broken worker shows nothing. A browser that finds the broken one at work just then
// would look again only when that one has had nothing to do for half a minute.
const again = setInterval(() => void self.skipWaiting(), askAgainMs);

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  clearInterval(again);
  event.waitUntil(leave());
});

self.addEventListener('message', ({ ports: [port] }) => {
  port?.postMessage({ error: texts.notActive });
});

/**
 * Everything comes from the host from now on. Windows in which the app is at work are only told, as of every new version:
 * somebody may be typing there. The others show what the broken worker gave them, and are loaded anew.
 */
async function leave() {
  await self.registration.unregister();
  await dropOwnCopy();
  const windows = await self.clients.matchAll({ type: 'window' });
  await Promise.all(
    windows.map(async (window) => {
      if (await isAppAtWork(window)) return;
      // Not waited for: the new page must not have to wait for this worker.
      window.navigate(window.url).catch(logOnly);
    }),
  );
}

/** The files that people keep offline are whole; the next worker finds them where they are. */
async function dropOwnCopy() {
  try {
    for (const name of await caches.keys()) if (!isContentCache(name)) await caches.delete(name);
  } catch (error) {
    logOnly(error);
  }
}

function isAppAtWork(window: WindowClient): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerLimitMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    window.postMessage(presenceQuestion, [port2]);
  });
}

function logOnly(error: unknown) {
  console.warn('Service worker:', error instanceof Error ? error.message : error);
}
