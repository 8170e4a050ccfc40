/** A small araucária of the hills, on its foot. */
export const hillTree = ([x, y]: readonly [number, number]): string =>
  `M${x} ${y}v-50m-20 3c0 11 9 15 20 15s20-4 20-15m-31-2c0 7 5 11 11 11s11-4 11-11`;
