const color = (name) => `var(--color-${name})`;

/** @satisfies {import("tailwindcss").Config} */
export default {
  // On a touch screen, the hover style would stay after a tap.
  future: { hoverOnlyWhenSupported: true },
  // src/styles/reset.css replaces the reset. The other plugins would define custom properties on every
  // element; transforms and shadows are plain CSS instead.
  corePlugins: {
    preflight: false,
    backdropFilter: false,
    borderSpacing: false,
    boxShadow: false,
    contain: false,
    filter: false,
    fontVariantNumeric: false,
    gradientColorStops: false,
    ringWidth: false,
    scrollSnapType: false,
    touchAction: false,
    transform: false,
  },
  // A word of a class in TypeScript.
  blocklist: ['static'],
  content: {
    files: ['./src/{brand,components,islands,layouts,pages}/**/*.{astro,tsx}'],
    // Classes in a component's @apply are not used in its markup.
    transform: { astro: (text) => text.replace(/<style[^]*?<\/style>/g, '') },
  },
  theme: {
    // In em, so that larger text gets the layout of a narrower screen (WCAG 1.4.4).
    screens: { sm: '40em', md: '48em', lg: '64em', xl: '80em' },
    // Replaces Tailwind's palette with the colours of src/brand/tokens.css.
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
      action: { DEFAULT: color('action'), hover: color('action-hover') },
      'on-action': color('on-action'),
      deep: { DEFAULT: color('deep'), line: color('deep-line') },
      'on-deep': color('on-deep'),
      whatsapp: { DEFAULT: color('whatsapp'), hover: color('whatsapp-hover') },
      'on-whatsapp': color('on-whatsapp'),
      danger: { DEFAULT: color('danger'), surface: color('danger-surface') },
      'success-surface': color('success-surface'),
    },
    fontFamily: {
      // The web font loads after the first paint: layouts/Page.astro.
      display: ['var(--face,display-fallback)', 'sans-serif'],
      sans: ['var(--face-text)'],
    },
    // Font size and line height.
    fontSize: {
      small: ['0.9375rem', '1.5'],
      base: ['1.0625rem', '1.6'],
      lead: ['var(--text-lead, 1.1em)', '1.55'],
      subtitle: ['var(--text-subtitle, 1.2em)', '1.25'],
      title: ['var(--text-title, 1.8em)', '1.1'],
      // 56 pixels on a wide screen.
      page: ['calc(var(--text-title, 1.8em) * 1.1667)', '1.08'],
      hero: ['var(--text-hero, 2.4em)', '1.03'],
    },
    extend: {
      lineHeight: { subtitle: '1.25' },
      spacing: {
        18: '4.5rem',
        // Height of the header.
        bar: '4rem',
        // Minimum target size: WCAG 2.5.5.
        target: '2.75rem',
      },
      // About 62 characters. With ch, the browser would have to load the typeface before it styles the page.
      maxWidth: { prose: '32em' },
      borderRadius: { card: '1.25rem', control: '0.75rem' },
    },
  },
};
