import { versions } from '#features/settings/versions.ts';
import type { Services } from '#services.ts';
import { errorReport } from './error-report.ts';

/** One fault that repeats itself must not become a flood. */
const mostPerStart = 10;

interface Options {
  services: Pick<Services, 'session' | 'channels'>;
  /** Where reports go. */
  address: string;
  /** Name of the page that is open. */
  page: () => string;
}

/** Tells a service about faults of the app (TOUR-08), never out of a live learning channel (CHAN-03). */
export function reportErrors({ services, address, page }: Options) {
  const told = new Set<string>();

  async function isPractice() {
    const { activeChannelId } = services.session.current();
    return activeChannelId !== null && (await services.channels.view(activeChannelId))?.sandbox === true;
  }

  async function report(error: unknown) {
    const about = { app: versions.app, page: page(), browser: navigator.userAgent, origin: location.origin };
    const body = JSON.stringify(errorReport(error, about));
    if (told.has(body) || told.size >= mostPerStart) return;
    told.add(body);
    try {
      if (await isPractice()) return;
      await fetch(address, {
        method: 'POST',
        // A text goes without a question beforehand, and nobody reads the answer.
        mode: 'no-cors',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        keepalive: true,
        body,
      });
    } catch {
      // A report that does not arrive is no further fault.
    }
  }

  addEventListener('error', ({ error }) => void report(error));
  addEventListener('unhandledrejection', ({ reason }) => void report(reason));
  return report;
}
