/** A company by the sea, as different from the example as possible. */
export const BRAND = {
  face: { package: '@fontsource-variable/sora', weights: { min: 600, max: 700 } },
  isDrawingMoving: false,
};
