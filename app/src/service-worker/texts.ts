/** Why the worker could not be asked (CACHE-09, CACHE-10). */
export const texts = {
  notActive: 'No service worker is active',
  notRunning: 'No service worker running',
  noCaches: 'No caches found',
  noAnswer: 'The service worker did not answer',
  strangeAnswer: 'The service worker gave an answer that this version does not understand',
  updateStuck: 'The new version did not start. Close the other windows of Satchel and try again.',
} as const;
