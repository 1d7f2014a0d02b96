/** What tests of the app need of a simulated host of the other kind. */
export interface OtherHost {
  address: string;
  manners: { badBearer: 'unauthorized' | 'anonymous' };
  signIns: { expireAccessTokens(): void; endAll(): void };
  seen: { method: string; path: string; status: number; body: string }[];
  start(): Promise<void>;
  stop(): Promise<void>;
  loseAnswerOf(method: string, path: string): void;
}

// Named at run time, so that the app is not type-checked together with it.
const drupalHost: string = '@satchel/journeys/support/drupal-host/drupal-host.ts';

/** A host that speaks as Drupal does, in front of one that keeps the content. */
export async function startOtherHost(behind: string, manners: object = {}): Promise<OtherHost> {
  const { DrupalHost } = (await import(drupalHost)) as {
    DrupalHost: new (behind: string, manners: object) => OtherHost;
  };
  const host = new DrupalHost(behind, manners);
  await host.start();
  return host;
}
