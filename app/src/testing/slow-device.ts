import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

interface Developer {
  send(method: string, parameters: Record<string, unknown>): Promise<unknown>;
}

/** Until the test is over the browser is so many times as slow as this machine. */
export async function slowDevice(times: number) {
  const setRate = (rate: number) =>
    (cdp() as unknown as Developer).send('Emulation.setCPUThrottlingRate', { rate });
  await setRate(times);
  onTestFinished(async () => {
    await setRate(1);
  });
}
