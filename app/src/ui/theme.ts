import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeComponents,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { brandRamp } from '@satchel/core/format/brand-ramp.ts';
import type { FocusEvent } from 'react';
import { mantineVariables } from './mantine-variables.ts';

const tuple = (colors: string) => colors.split(' ') as unknown as MantineColorsTuple;

const ramps = {
  gray: tuple('#f8fafb #f2f4f6 #e7ebed #dadfe2 #c6ccd0 #858c91 #61696e #4c5459 #30383d #161d21'),
  dark: tuple('#eef0f2 #cfd3d6 #a7adb2 #8b9297 #767d82 #343a3f #262c31 #1c2125 #14191c #0c1013'),
  green: tuple('#f1faf4 #e0f4e6 #c4ead0 #9fdab3 #75c793 #4dad74 #298e57 #0b703f #03562f #023b1f'),
  amber: tuple('#fcf6ee #f9ecda #f3dbb9 #e9c38d #daa85d #c28b2d #a16d00 #7e5400 #614000 #432b00'),
  red: tuple('#fff5f4 #ffe8e5 #ffd2ce #ffb4ad #ff8b83 #eb6761 #c84744 #a22e2e #7f2121 #581415'),
  saddle: tuple('#fdf6f1 #fbeadf #f6d8c3 #eebf9e #dfa377 #c88553 #a76735 #864e1f #683b14 #48270b'),
};

const heading = (pixels: number, lineHeight: number, fontWeight: string) => ({
  fontSize: `${pixels / 16}rem`,
  lineHeight: `${lineHeight / pixels}`,
  fontWeight,
});

// 44 for a finger; 36 only where a pointer is near; 50 for the one act of a whole page.
const buttonSizes: Record<string, Record<`--${string}`, string>> = {
  sm: { '--button-height': '36px', '--button-padding-x': '14px', '--button-fz': '0.875rem' },
  md: { '--button-height': '44px', '--button-padding-x': '18px', '--button-fz': '0.875rem' },
  lg: { '--button-height': '50px', '--button-padding-x': '24px', '--button-fz': '1rem' },
};

/** Mantine keeps the focus before the first entry, also of who has opened a menu by a key. */
function goToFirstEntry({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target.matches('[data-autofocus]:focus-visible'))
    currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not(:disabled)')?.focus();
}

// Plain objects: a component named here would come into the first piece of the app, used or not.
const components: MantineThemeComponents = {
  Button: {
    defaultProps: { size: 'md' },
    vars: (_: unknown, { size }: { size?: string }) => ({ root: { ...buttonSizes[size ?? 'md'] } }),
  },
  Input: {
    defaultProps: { size: 'md' },
    vars: () => ({ wrapper: { '--input-height': '46px', '--input-fz': '1rem' } }),
  },
  Menu: {
    defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 120 }, withinPortal: true },
  },
  MenuDropdown: { defaultProps: { onFocus: goToFirstEntry } },
  Modal: {
    defaultProps: { centered: true, radius: 'xl', shadow: 'xl', transitionProps: { duration: 240 } },
  },
  Skeleton: { defaultProps: { radius: 'sm' } },
  Tabs: { defaultProps: { keepMounted: false } },
  Tooltip: { defaultProps: { openDelay: 400, events: { hover: true, focus: true, touch: false } } },
};

const clear = 'transparent';

/**
 * The four kinds of button out of the tokens. Mantine's own resolver picks the text colour for the light scheme only,
 * while a filled button carries dark text in the dark scheme.
 */
const variantColors: VariantColorsResolver = ({ variant, color }) => {
  const isBad = color === 'red';
  const text = isBad ? 'var(--satchel-bad)' : 'var(--satchel-brand-text)';
  switch (variant) {
    case 'light':
      return {
        background: isBad ? 'var(--satchel-bad-soft)' : 'var(--satchel-soft)',
        hover: isBad ? 'var(--satchel-bad-soft)' : 'var(--satchel-soft-hover)',
        color: isBad ? 'var(--satchel-bad-soft-text)' : 'var(--satchel-soft-text)',
        border: `1px solid ${clear}`,
      };
    case 'default':
    case 'outline':
      return {
        background: 'var(--satchel-surface)',
        hover: 'var(--satchel-hover)',
        color: isBad ? text : 'var(--satchel-text)',
        border: '1px solid var(--satchel-line-strong)',
      };
    case 'subtle':
    case 'transparent':
      return {
        background: clear,
        hover: 'var(--satchel-tint)',
        color: color === 'gray' ? 'var(--satchel-text-2)' : text,
        border: `1px solid ${clear}`,
      };
    default:
      return {
        background: isBad ? 'var(--satchel-bad)' : 'var(--satchel-fill)',
        hover: isBad ? 'var(--satchel-bad-hover)' : 'var(--satchel-fill-hover)',
        color: 'var(--satchel-on-fill)',
        border: `1px solid ${clear}`,
      };
  }
};

/** The theme around the one brand colour of the configuration, as '#rrggbb'. */
export const themeFor = (brandColor: string): MantineThemeOverride =>
  createTheme({
    colors: { brand: [...brandRamp(brandColor)], ...ramps },
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 4 },
    autoContrast: true,
    variantColorResolver: variantColors,
    white: '#ffffff',
    black: '#161d21',
    // system-ui is left out on purpose: on bare Linux it is a wide fallback.
    fontFamily:
      "-apple-system, BlinkMacSystemFont, 'Segoe UI Variable Text', 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
    lineHeights: { xs: '1.3334', sm: '1.4286', md: '1.5', lg: '1.3334', xl: '1.2728' },
    headings: {
      fontWeight: '700',
      sizes: {
        h1: heading(28, 34, '700'),
        h2: heading(22, 28, '700'),
        h3: heading(18, 24, '600'),
        h4: heading(16, 22, '600'),
      },
    },
    spacing: {
      '2xs': '0.25rem',
      xs: '0.5rem',
      sm: '0.75rem',
      md: '1rem',
      lg: '1.25rem',
      xl: '1.5rem',
      '2xl': '2rem',
      '3xl': '3rem',
    },
    radius: { xs: '0.375rem', sm: '0.5rem', md: '0.625rem', lg: '1rem', xl: '1.25rem' },
    defaultRadius: 'md',
    breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '75em', xl: '87.5em' },
    shadows: {
      xs: 'var(--satchel-shadow-card)',
      sm: 'var(--satchel-shadow-card)',
      md: 'var(--satchel-shadow-menu)',
      xl: 'var(--satchel-shadow-dialog)',
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    activeClassName: 'satchel-press',
    components,
  });

/** Mantine's own variables of both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineVariables,
  dark: mantineVariables,
});
