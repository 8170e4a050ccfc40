/** Renders the social images at build time. */
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { getSingleton } from '../../lib/content.ts';
import { drawSocialImage } from '../../lib/social/draw.tsx';
import { socialImages } from '../../lib/social/images.ts';

export async function getStaticPaths() {
  const images = await socialImages();
  return images.map((image) => ({ params: { image: image.name }, props: { image } }));
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

export const GET: APIRoute<Props> = async ({ props: { image } }) => {
  const { name } = await getSingleton('company');
  const png = await drawSocialImage(image, name);
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
