import { newUuid } from '#database/ids.ts';
import type { Keys } from '#keys.ts';

/** Who a visit is put down to when the page is asked for. */
export type Visitor = 'prospect' | 'own' | 'scanner';

export interface Visit {
  id: string;
  started: number;
  visitor: Visitor;
  /** How many sections the page has. */
  sections: number;
}

const claim = (messageId: string, { id, started, visitor, sections }: Visit) =>
  `visit ${messageId} ${id} ${started} ${visitor} ${sections}`;

/** What a page carries, so that its reports can be told from made-up ones without anything stored at the GET. */
export function newVisit(
  keys: Keys,
  messageId: string,
  of: Pick<Visit, 'visitor' | 'sections'>,
  now: number,
) {
  const visit = { id: newUuid(), started: now, ...of };
  return `${visit.id}.${now}.${of.visitor}.${of.sections}.${keys.signPage(claim(messageId, visit))}`;
}

/** A page that stays open longer says nothing more. */
export const longestVisitMs = 24 * 3_600_000;

/** Null for what this host did not write for this very message, or wrote more than a day ago. */
export function readVisit(keys: Keys, messageId: string, session: string, now: number): Visit | null {
  const [id = '', started = '', visitor = '', sections = '', signature = ''] = session.split('.');
  const visit = { id, started: Number(started), visitor: visitor as Visitor, sections: Number(sections) };
  if (!keys.isPageSigned(claim(messageId, visit), signature)) return null;
  return visit.started <= now && now - visit.started < longestVisitMs ? visit : null;
}

// Not by the names of apps alone: people open links inside of them, and phones of Cubot are phones.
const machines =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|scan|fetch|monitor|probe|archiv|curl|wget|python|java\/|go-http|libwww|okhttp|axios|headless|phantom|selenium|puppeteer|playwright|facebookexternalhit|^whatsapp|slack-img|skypeuri|embedly|barracuda|proofpoint|mimecast|safelinks|zscaler|forcepoint|trendmicro|symantec|sophos|fireeye|checkpoint|office existence|ms-office|microsoft office|exchange|googleimageproxy|yahoomailproxy|validator|lighthouse/i;

interface Asked {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

const headerIn =
  ({ headers }: Pick<Asked, 'headers'>) =>
  (name: string) =>
    String(headers[name] ?? '');

/** What it calls itself: whoever says more than any browser does is not read to the end. */
const agentOf = (asked: Pick<Asked, 'headers'>) => headerIn(asked)('user-agent').slice(0, 500);

/** A browser that asks for a page before its reader does, if they ever will. */
export function isAhead(asked: Pick<Asked, 'headers'>) {
  const header = headerIn(asked);
  return /prefetch|prerender|preview/i.test(
    `${header('sec-purpose')} ${header('purpose')} ${header('x-purpose')} ${header('x-moz')}`,
  );
}

/** Link scanners, previews and prefetchers: they ask for pages nobody looks at. */
export function isMachine(asked: Asked) {
  const agent = agentOf(asked);
  return asked.method === 'HEAD' || agent === '' || machines.test(agent) || isAhead(asked);
}

/** A word for the device, or for a machine what it calls itself. */
export function deviceOf({ headers, method }: Asked) {
  const agent = agentOf({ headers });
  if (isMachine({ headers, method })) return agent.replace(/[^\x20-\x7e]/g, '').slice(0, 60) || 'unknown';
  if (/ipad|tablet|^(?=.*android)(?!.*mobile)/i.test(agent)) return 'tablet';
  return /mobi|iphone|android/i.test(agent) ? 'phone' : 'desktop';
}
