/**
 * Has the browser look again whether a waiting worker may take over. Asked by that worker it looks once: Chromium tells
 * the running one to end as soon as it has nothing to do, and forgets that when it is started once more for a
 * request that comes as it ends. Every worker, frame or page that is loaded makes it look anew, and a worker of
 * one line is the smallest of these.
 */
export function remindBrowser() {
  const reminder = new Worker(new URL('./reminder-worker.ts', import.meta.url), { type: 'module' });
  // It comes from the app's copy, and one that does not come has had its effect all the same.
  reminder.addEventListener('error', (event) => event.preventDefault());
}
