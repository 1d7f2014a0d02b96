/**
 * Whether a host on another origin answers with data. One that does not may have moved or was named wrongly: the app's
 * own origin is asked where it is, which nobody waits for and which counts from the next start on.
 * @param askOwnOrigin keeps what the app's own origin tells now
 */
export async function otherHostAnswers(address: string, askOwnOrigin: () => unknown): Promise<boolean> {
  const answers = await tellsData(address);
  if (!answers) askOwnOrigin();
  return answers;
}

async function tellsData(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: { Accept: 'application/vnd.api+json, application/json' },
      signal: AbortSignal.timeout(15_000),
    });
    return /[/+]json\b/i.test(response.headers.get('content-type') ?? '');
  } catch {
    // Whatever the reason: it did not answer.
    return false;
  }
}
