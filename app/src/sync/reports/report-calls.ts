import type { Call, Request } from '#remote/create-request.ts';
import { failureOf, failureText } from '#remote/failure.ts';
import { type Report, readReport } from './report.ts';

interface ReportParts {
  request: Request;
  /** Where reports are, without their segments. */
  address: () => string;
  isOnline: () => boolean;
  userId: () => string | null;
}

const longestWaitMs = 30_000;

/** What the host counts of packs and prospects. Nothing of it is kept: it is the host's word of now. */
export function createReportCalls({ request, address, isOnline, userId }: ReportParts) {
  /** @throws Error in words */
  async function ask(segments: readonly string[], query: string, call: Call = {}) {
    if (!isOnline()) throw new Error(failureText({ kind: 'unreachable', why: 'offline' }));
    const path = [address(), ...segments.map(encodeURIComponent)].join('/');
    try {
      const owner = userId() ?? undefined;
      return await request(`${path}${query}`, { timeoutMs: longestWaitMs, owner, ...call });
    } catch (error) {
      const failure = failureOf(error);
      throw failure ? new Error(failureText(failure)) : error;
    }
  }

  return {
    async read(
      segments: readonly string[],
      { number = 0, size = 20 }: { number?: number; size?: number } = {},
    ): Promise<Report> {
      const { body } = await ask(segments, `?page[number]=${number}&page[size]=${size}`);
      return readReport(body);
    },

    async csv(segments: readonly string[]) {
      const { body, headers } = await ask(segments, '', { text: 'text/csv' });
      const name = /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
      // The mark by which spreadsheets know UTF-8 is lost when the answer is read.
      const content = new Blob(['\ufeff', String(body)], { type: 'text/csv;charset=utf-8' });
      return { name: name ?? `${segments.at(-1) ?? 'report'}.csv`, content };
    },
  };
}
