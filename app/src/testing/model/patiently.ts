const longestBusyMs = 30_000;
const betweenAsksMs = 500;

/** The host shares its processor with the app here: it may be busy for a while, which is nothing that a history says. */
export async function patiently(ask: () => Promise<Response>): Promise<Response> {
  for (let left = longestBusyMs / betweenAsksMs; ; left -= 1) {
    const answer = await ask();
    if (answer.status !== 503 || left <= 0) return answer;
    await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, betweenAsksMs));
  }
}
