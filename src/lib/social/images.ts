/**
 * The images that chats and social networks show beside a link: one each for the home page, the plan list and
 * every plan, and one for all other pages.
 */
import { createHash } from 'node:crypto';
import { getOrdered, getSingleton } from '../content.ts';

export interface SocialImage {
  /** Last part of the path: `/social/{name}.png`. */
  name: string;
  title: string;
  text: string;
}

/** WhatsApp, Facebook, LinkedIn and X all show this size uncropped. */
export const SOCIAL_IMAGE_PX = { width: 1200, height: 630 };

/** Texts of everything but fonts that an image is drawn with. */
const BRAND = import.meta.glob<string>('../../brand/*.{css,svg,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const planImageName = (id: string): string => `plano-${id}`;

/** What the company does and where: the home page's title, and the town if it lacks it. */
async function tradeAndTown(): Promise<string> {
  const { address } = await getSingleton('company');
  const { seo } = await getSingleton('home');
  const town = `${address.city}, ${address.state}`;
  const [title = ''] = seo.title.split(' | ');
  return title.includes(address.city) ? title : `${title} · ${town}`;
}

export async function socialImages(): Promise<SocialImage[]> {
  const { hero } = await getSingleton('home');
  const { heading } = await getSingleton('planList');
  const { footer } = await getSingleton('site');
  const plans = await getOrdered('plans');
  const text = await tradeAndTown();
  return [
    { name: 'inicio', title: hero.headline, text },
    {
      name: 'planos',
      title: heading,
      text: plans.map(({ data }) => data.teaser.title).join('\n'),
    },
    ...plans.map(({ id, data }) => ({
      name: planImageName(id),
      title: data.detail.name,
      text: data.teaser.description,
    })),
    // A line for each sentence.
    { name: 'site', title: footer.slogan.replace(/(?<=[.!?]) /g, '\n'), text },
  ];
}

/**
 * The image that a page shares.
 *
 * @returns path below the site's base, and alternative text
 */
export async function sharedImage(name: string) {
  const image = (await socialImages()).find((one) => one.name === name);
  if (!image) throw new Error(`There is no social image "${name}".`);
  const company = await getSingleton('company');
  const drawnFrom = JSON.stringify([image, company.name, BRAND]);
  // The editor's preview runs in a browser, and shares nothing.
  const version = import.meta.env.SSR
    ? createHash('sha256').update(drawnFrom).digest('hex').slice(0, 8)
    : '';
  // Networks keep what they have seen under a URL. The title alone: `og:description` has the image's other words.
  const path = `/social/${name}.png?v=${version}` as const;
  return { path, alt: image.title.replaceAll('\n', ' ') };
}
