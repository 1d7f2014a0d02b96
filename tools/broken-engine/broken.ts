import type { Breakage } from './breakages.ts';

/** @throws Error when what is to be broken does not stand there once: the list has to follow the engine */
export function broken(source: string, { title, from, to }: Breakage): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`‘${title}’ breaks ${parts.length - 1} places`);
  return parts.join(to);
}
