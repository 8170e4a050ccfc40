/** Replaces `astro:assets`: pictures are those of the repository. */
export { default as Font } from './Font.astro';
export { default as Image } from './Image.astro';
