interface Props {
  size?: number;
  /** On a brand-coloured ground the bag is light. */
  onPanel?: boolean;
}

/** The product's sign: a satchel with one stitched flap. Decoration; the words stand beside it. */
export function SatchelGlyph({ size = 28, onPanel = false }: Props) {
  const brand = (step: number) => `var(--mantine-color-brand-${step})`;
  const saddle = (step: number) => `var(--mantine-color-saddle-${step})`;
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true" focusable="false">
      <path
        d="M9.2 8.5V6.2A3.7 3.7 0 0 1 12.900 2.500h2.200a3.700 3.700 0 0 1 3.700 3.700v2.300"
        stroke={onPanel ? brand(0) : brand(7)}
        strokeWidth="2.2"
      />
      <rect x="1" y="8" width="26" height="18.500" rx="5" fill={onPanel ? brand(1) : brand(7)} />
      <path
        d="M1.000 12.500A5 5 0 0 1 6 7.500h16a5 5 0 0 1 5 5v.9c-3.300 3.500-8 5.300-13 5.300S4.300 16.900 1 13.400z"
        fill={onPanel ? brand(3) : brand(6)}
      />
      <path
        d="M2 12.400c3.200 3 7.400 4.600 12 4.600s8.800-1.600 12-4.600"
        stroke={onPanel ? brand(0) : brand(2)}
        strokeWidth="1"
        strokeDasharray="1.800 1.500"
      />
      <rect x="12" y="14.500" width="4" height="7.200" rx="2" fill={onPanel ? saddle(6) : saddle(3)} />
    </svg>
  );
}
