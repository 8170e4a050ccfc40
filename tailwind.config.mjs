const color = (name) => `var(--color-${name})`;

/** @type {import('tailwindcss').Config} */
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
      ground: color('ground'),
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
        ground: color('danger-ground'),
      },
      'success-ground': color('success-ground'),
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
      small: ['var(--text-small)', '1.5'],
      base: ['var(--text-base)', '1.6'],
      lead: ['var(--text-lead)', '1.55'],
      subtitle: ['var(--text-subtitle)', '1.25'],
      title: ['var(--text-title)', '1.1'],
      hero: ['var(--text-hero)', '1.03'],
    },
    extend: {
      spacing: {
        bar: 'var(--bar-height)',
        target: 'var(--size-target)',
      },
      gridTemplateColumns: {
        hero: '1.25fr 1fr',
      },
      maxWidth: {
        frame: 'var(--width-frame)',
        prose: 'var(--width-prose)',
      },
      borderRadius: {
        card: 'var(--radius-card)',
        control: 'var(--radius-control)',
      },
    },
  },
};
