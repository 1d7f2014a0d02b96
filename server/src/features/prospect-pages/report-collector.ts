interface Waiting<Report, Answer> {
  report: Report;
  kept: (answer: Answer) => void;
  failed: (reason: unknown) => void;
}

// As many as are written before others who wait for the database would notice.
const mostAtOnce = 200;
const mostRowsAtOnce = 5000;

/** How long the first report after others waits for more to join: less than anybody notices. */
const gatheringMs = 5;

/**
 * Writes reports that come together in one transaction: a thousand readers cost a few commits, not a thousand. One that
 * comes alone is written at once; one that follows close upon others waits a little for the next.
 * @param keep writes them all or none, and answers each one at its place
 * @param rowsOf how many rows a report becomes at most
 * @returns answers when the report is safe; throws what `keep` threw
 */
export function createReportCollector<Report, Answer>(
  keep: (reports: Report[]) => Promise<Answer[]>,
  rowsOf: (report: Report) => number,
  gatherMs = gatheringMs,
) {
  const waiting: Waiting<Report, Answer>[] = [];
  let isWriting = false;
  let lastWritten = Number.NEGATIVE_INFINITY;

  /** The first of those that wait: at least one, and no more than one transaction should hold. */
  function takeBatch() {
    let rows = 0;
    let size = 0;
    for (const { report } of waiting) {
      rows += rowsOf(report);
      if (size > 0 && (size === mostAtOnce || rows > mostRowsAtOnce)) break;
      size += 1;
    }
    return waiting.splice(0, size);
  }

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        const answers = await keep(batch.map(({ report }) => report));
        for (const [place, { kept }] of batch.entries()) kept(answers[place] as Answer);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
    lastWritten = performance.now();
  }

  return (report: Report) =>
    new Promise<Answer>((kept, failed) => {
      waiting.push({ report, kept, failed });
      if (isWriting) return;
      isWriting = true;
      if (performance.now() - lastWritten < gatherMs) setTimeout(writeAll, gatherMs);
      // The other requests that have arrived by now join.
      else setImmediate(writeAll);
    });
}
