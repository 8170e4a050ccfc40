/** Icons of the web manifest. */
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { MANIFEST_ICONS } from '../../icons/sizes.ts';
import { tilePng } from '../../icons/tile.ts';

export function getStaticPaths() {
  return MANIFEST_ICONS.map((icon) => ({ params: { icon: icon.name }, props: { icon } }));
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

export const GET: APIRoute<Props> = async ({ props: { icon } }) => {
  const isFullBleed = icon.purpose === 'maskable';
  const png = await tilePng({ sidePx: icon.sidePx, isFullBleed });
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
