import { readFileSync } from 'node:fs';
import { readTokens, token } from './src/lib/tokens.ts';

const color = (name) => `var(--color-${name})`;

const css = readFileSync(new URL('src/styles/tokens.css', import.meta.url), 'utf8');
const SPACE_UNIT_REM = parseFloat(token(readTokens(css).light, '--space-unit'));
/** The distances that there are, in units. */
const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 16, 18, 24, 28];
const spacing = Object.fromEntries(STEPS.map((step) => [step, `${step * SPACE_UNIT_REM}rem`]));

/** Size of type and height of its lines. */
const type = (name) => [`var(--text-${name})`, `var(--leading-${name})`];

/** @satisfies {import("tailwindcss").Config} */
export default {
  // On a touch screen a hover would stay after the tap.
  future: { hoverOnlyWhenSupported: true },
  // Each of these would put its share of custom properties on every element of every page: see
  // src/styles/reset.css. Transforms, shadows and transitions are written as plain CSS instead.
  corePlugins: [
    'preflight',
    'transform',
    'translate',
    'rotate',
    'skew',
    'scale',
    'borderSpacing',
    'touchAction',
    'scrollSnapType',
    'fontVariantNumeric',
    'ringWidth',
    'ringColor',
    'ringOpacity',
    'ringOffsetWidth',
    'ringOffsetColor',
    'boxShadow',
    'boxShadowColor',
    'filter',
    'backdropFilter',
    'contain',
    'gradientColorStops',
    'transitionProperty',
    'transitionDuration',
    'visibility',
  ].reduce((plugins, name) => ({ ...plugins, [name]: false }), {}),
  content: ['./src/**/*.{astro,tsx}'],
  theme: {
    // In em: text set larger takes the layout of a narrower screen (WCAG 1.4.4).
    screens: { sm: '40em', md: '48em', lg: '64em', xl: '80em' },
    // Replaces Tailwind's palette: only the tokens of src/styles/tokens.css exist.
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      surface: color('surface'),
      raised: color('raised'),
      quiet: color('quiet'),
      ink: color('ink'),
      muted: color('muted'),
      line: color('line'),
      control: color('control'),
      action: {
        DEFAULT: color('action'),
        hover: color('action-hover'),
      },
      'on-action': color('on-action'),
      deep: { DEFAULT: color('deep'), line: color('deep-line') },
      'on-deep': color('on-deep'),
      whatsapp: {
        DEFAULT: color('whatsapp'),
        hover: color('whatsapp-hover'),
      },
      'on-whatsapp': color('on-whatsapp'),
      danger: {
        DEFAULT: color('danger'),
        surface: color('danger-surface'),
      },
      'success-surface': color('success-surface'),
    },
    fontFamily: {
      // With its fallbacks: fonts in astro.config.mjs.
      display: ['var(--font-display)'],
      sans: [
        'system-ui',
        '-apple-system',
        'Segoe UI',
        'Roboto',
        'Ubuntu',
        'Cantarell',
        'Noto Sans',
        'sans-serif',
      ],
    },
    fontSize: {
      small: type('small'),
      base: type('base'),
      lead: type('lead'),
      subtitle: type('subtitle'),
      title: type('title'),
      hero: type('hero'),
    },
    lineHeight: { subtitle: 'var(--leading-subtitle)' },
    spacing: {
      0: '0',
      ...spacing,
      bar: 'var(--bar-height)',
      target: 'var(--size-target)',
    },
    maxWidth: {
      none: 'none',
      full: '100%',
      frame: 'var(--width-frame)',
      opening: 'var(--width-opening)',
      prose: 'var(--width-prose)',
      tree: 'var(--width-tree)',
    },
    borderRadius: {
      none: '0',
      full: '9999px',
      card: 'var(--radius-card)',
      control: 'var(--radius-control)',
    },
  },
};
