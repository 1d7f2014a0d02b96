import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandRamp } from './brand-ramp.ts';

const luminance = (color: string) =>
  [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] as number), 0);
const contrast = (one: string, other: string) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

test('words on the brand colour can be read, whatever colour a host is given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const ramp = brandRamp(`#${value.toString(16).padStart(6, '0')}`);
      expect(contrast('#ffffff', ramp[7])).toBeGreaterThan(5.8);
      expect(contrast('#ffffff', ramp[8])).toBeGreaterThan(7);
      expect(contrast(ramp[8], ramp[1])).toBeGreaterThan(7);
      expect(contrast(ramp[2], ramp[8])).toBeGreaterThan(5.5);
    }),
  );
});
