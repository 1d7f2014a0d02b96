import { expect } from 'vitest';
import { isSignedOver, never, type Sending, tokenIn } from './ledger.ts';
import type { ModelDevice, World } from './world.ts';

/** What was said to be saved of a signature came to the host, or what the same person wrote over it on that device. */
export function noSignatureIsLost({ host, ledger }: World) {
  const everThere = (token: string) =>
    ledger.givenUp.has(token) || host.everStored.some((stored) => stored.includes(token));
  for (const signing of ledger.signings) {
    if (signing.told === never) continue;
    expect(
      ledger.signings.some((later) => isSignedOver(later, signing) && everThere(later.token)),
      `signature ${signing.token} never came`,
    ).toBe(true);
  }
}

/** A message stands above the signature that its sender chose, which the host had before it. */
export function isSignedAsChosen(
  { host }: World,
  { token, signature }: Sending,
  relationships: Record<string, { data: unknown }>,
) {
  if (signature === undefined) return;
  const shown = (relationships.signature?.data as { id: string } | null | undefined)?.id ?? null;
  expect(shown, `signature of ${token}`).toBe(signature);
  if (shown !== null) expect(host.record(shown), `signature of ${token} at the host`).toBeDefined();
}

/** A device shows its person a signature that the host has. */
export async function signatureIsTrue({ host, ledger }: World, { tab }: ModelDevice) {
  const { signatures, service } = tab(0).device;
  const person = service.current().user!.uuid;
  const there = host
    .records()
    .filter(({ type, owner }) => type === 'salestool--signature' && owner === person)
    .map(({ attributes }) => tokenIn(attributes.title));
  const shown = tokenIn((await signatures.mine())?.title);
  if (there.length > 0) expect(there, 'the signature that is shown').toContain(shown);
  const isTold = ledger.signings.some(
    ({ token, person: of, told }) => of === person && told < never && !ledger.givenUp.has(token),
  );
  if (isTold && ledger.givenUpSignatures.size === 0)
    expect(there.length, 'signatures of somebody who made one').toBeGreaterThan(0);
}
