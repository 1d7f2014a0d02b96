import { Chip } from '#ui/chip.tsx';
import { availabilityOf } from './availability.ts';

const tones = { internal: 'waiting', public: 'neutral', unknown: 'outlined' } as const;

export function AvailabilityChip({ availability }: { availability: string | null | undefined }) {
  const word = availabilityOf(availability);
  return <Chip tone={tones[word]}>{word}</Chip>;
}
