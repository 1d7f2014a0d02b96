/** Ten steps of one colour from light to dark, as Mantine and the pack page want them. */
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

// Fixed, so that contrast holds for every hue a configuration may name.
const lightness = [0.977, 0.948, 0.902, 0.838, 0.762, 0.675, 0.575, 0.48, 0.4, 0.31];
const chromaShare = [0.1, 0.22, 0.42, 0.66, 0.88, 1, 1, 0.92, 0.78, 0.6];

type Rgb = [number, number, number];

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function readHex(hex: string): Rgb {
  const digits = /^#([0-9a-f]{6})$/i.exec(hex)?.[1];
  if (!digits) throw new Error(`The brand colour has to look like #0d5c7a, not ${hex}`);
  const channel = (at: number) => toLinear(Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  return [channel(0), channel(2), channel(4)];
}

const writeHex = (rgb: Rgb) =>
  `#${rgb
    .map((value) =>
      Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Hue in radians and chroma in OKLCH of a colour in linear sRGB. */
function hueAndChroma([r, g, b]: Rgb) {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const aAxis = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bAxis = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { hue: Math.atan2(bAxis, aAxis), chroma: Math.hypot(aAxis, bAxis) };
}

function fromOklch(light: number, chroma: number, hue: number): Rgb {
  const aAxis = chroma * Math.cos(hue);
  const bAxis = chroma * Math.sin(hue);
  const l = (light + 0.3963377774 * aAxis + 0.2158037573 * bAxis) ** 3;
  const m = (light - 0.1055613458 * aAxis - 0.0638541728 * bAxis) ** 3;
  const s = (light - 0.0894841775 * aAxis - 1.291485548 * bAxis) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const fitsScreen = (rgb: Rgb) => rgb.every((value) => value >= -1e-4 && value <= 1 + 1e-4);

/** The strongest colour of that lightness and hue that a screen can show, at most `chroma` strong. */
function strongest(light: number, chroma: number, hue: number): Rgb {
  if (fitsScreen(fromOklch(light, chroma, hue))) return fromOklch(light, chroma, hue);
  let low = 0;
  let high = chroma;
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (fitsScreen(fromOklch(light, middle, hue))) low = middle;
    else high = middle;
  }
  return fromOklch(light, low, hue);
}

/** The ramp of the one brand colour out of the configuration. Throws unless it looks like '#0d5c7a'. */
export function brandRamp(hex: string): Ramp {
  const { hue, chroma } = hueAndChroma(readHex(hex));
  const base = Math.min(0.15, Math.max(0.03, chroma * 1.06));
  return lightness.map((light, step) =>
    writeHex(strongest(light, base * chromaShare[step]!, hue)),
  ) as unknown as Ramp;
}
