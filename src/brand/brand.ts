/** Settings of the brand. */
export const BRAND = {
  /** The display face: a variable font from Fontsource, and the weights that headings use. */
  face: {
    package: '@fontsource-variable/bricolage-grotesque',
    weights: { min: 500, max: 800 },
  },
  /** If true, the hero has a button that stops the animation (WCAG 2.2.2). */
  isDrawingMoving: true,
};
