export const waves = (): string =>
  [200, 300, 400].map((y) => `M40 ${y}q65-90 130 0t130 0 130 0 130 0`).join('');
