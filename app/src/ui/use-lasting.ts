import { useEffect, useState } from 'react';

/**
 * What goes on, once it has gone on for so long; null until then. What is over sooner needs no sign, and to draw one would
 * only hold it up.
 */
export function useLasting<Value extends string>(value: Value | null, afterMs: number): Value | null {
  const [lasting, setLasting] = useState<Value | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setLasting(value), afterMs);
    return () => {
      clearTimeout(timer);
      setLasting(null);
    };
  }, [value, afterMs]);
  return value === null ? null : lasting;
}
