/** What the other files of the brand cannot say by themselves. */
export const BRAND = {
  /** The display face: a variable font from Fontsource, and the weights that headings need of it. */
  face: {
    package: '@fontsource-variable/bricolage-grotesque',
    weights: { min: 500, max: 800 },
  },
  /** Whether HeroDrawing.astro moves; what moves gets a button that stops it (WCAG 2.2.2). */
  isDrawingMoving: true,
};
