/** Stands in for `astro:assets`: pictures as they are in the repository. */
export { default as Font } from './Font.astro';
export { default as Image } from './Image.astro';
