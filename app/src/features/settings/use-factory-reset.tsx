import { useState } from 'react';
import { useServices } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { texts } from './texts.ts';

/** Empties this device, or says why it could not (SET-12). */
export function useFactoryReset() {
  const { device } = useServices();
  const [failure, setFailure] = useState<string | null>(null);
  async function reset(options: { keepSignIn: boolean }) {
    setFailure(null);
    await device
      .factoryReset(options)
      .catch((error: unknown) => setFailure(texts.about.resetFailed(reasonOf(error))));
  }
  return { reset, problem: failure !== null && <ErrorBanner text={failure} /> };
}
