/** The site's colors for what its style sheets do not reach: the function's page and mail. */
export const COLORS = {
  light: {
    surface: '#faf6ee',
    ink: '#16281f',
    control: '#74806f',
    action: '#a4501f',
    onAction: '#ffffff',
    whatsapp: '#0f6b3f',
    onWhatsapp: '#ffffff',
    danger: '#9b1c1c',
  },
  dark: {
    surface: '#0b1711',
    ink: '#efebdd',
    control: '#7f9585',
    action: '#e59a63',
    onAction: '#1b120a',
    whatsapp: '#46c47c',
    onWhatsapp: '#06180e',
    danger: '#ffb4ab',
  },
};
