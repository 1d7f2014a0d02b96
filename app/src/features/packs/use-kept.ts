import { useState } from 'react';
import { useServices } from '#services.ts';

/** A small choice that is still there after a reload. */
export function useKept<T>(key: string, first: T): [T, (value: T) => void] {
  const { preferences } = useServices();
  const [value, setValue] = useState(() => preferences.read(key, first));
  const keep = (next: T) => {
    setValue(next);
    preferences.write(key, next);
  };
  return [value, keep];
}
