/** The colours of src/brand/tokens.css for the contact function. `npm run brand` writes this file. */
export const COLORS = {
  light: {
    surface: '#faf6ee',
    ink: '#16281f',
    control: '#74806f',
    action: '#a4501f',
    onAction: '#ffffff',
    danger: '#9b1c1c',
    whatsapp: '#0f6b3f',
    onWhatsapp: '#ffffff',
  },
  dark: {
    surface: '#0b1711',
    ink: '#efebdd',
    control: '#7f9585',
    action: '#e59a63',
    onAction: '#1b120a',
    danger: '#ffb4ab',
    whatsapp: '#46c47c',
    onWhatsapp: '#06180e',
  },
};
