/** Renders the social images at build time. */
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { single } from '../../lib/content.ts';
import { drawSocialImage } from '../../lib/social/card.tsx';
import { socialCards } from '../../lib/social/images.ts';

export async function getStaticPaths() {
  const cards = await socialCards();
  return cards.map((card) => ({ params: { image: card.name }, props: { card } }));
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

export const GET: APIRoute<Props> = async ({ props: { card } }) => {
  const { name } = await single('company');
  return new Response(new Uint8Array(await drawSocialImage(card, name)), {
    headers: { 'content-type': 'image/png' },
  });
};
