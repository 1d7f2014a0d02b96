interface Waiting<Report, Answer> {
  report: Report;
  kept: (answer: Answer) => void;
  failed: (reason: unknown) => void;
}

// As many as one statement takes in well under a millisecond a piece.
const mostAtOnce = 200;

/**
 * Writes reports that come together in one transaction: a thousand readers cost a few commits, not a thousand.
 * @param keep writes them all or none, and answers each one at its place
 * @returns answers when the report is safe; throws what `keep` threw
 */
export function createReportCollector<Report, Answer>(keep: (reports: Report[]) => Promise<Answer[]>) {
  let waiting: Waiting<Report, Answer>[] = [];
  let isWriting = false;

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const answers = await keep(batch.map(({ report }) => report));
        for (const [place, { kept }] of batch.entries()) kept(answers[place] as Answer);
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    isWriting = false;
  }

  return (report: Report) =>
    new Promise<Answer>((kept, failed) => {
      waiting.push({ report, kept, failed });
      if (isWriting) return;
      isWriting = true;
      // The other requests that have arrived by now join.
      setImmediate(writeAll);
    });
}
