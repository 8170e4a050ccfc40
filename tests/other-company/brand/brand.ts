/** A company by the sea, as far from the example's as the tests can have it. */
export const BRAND = {
  face: { package: '@fontsource-variable/sora', weights: { min: 600, max: 700 } },
  isDrawingMoving: false,
};
