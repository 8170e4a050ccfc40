/**
 * The pictures that chats and social networks show beside a link: one for each page that can be
 * shared, and one for whatever page has none of its own.
 */
import type { CollectionEntry } from 'astro:content';
import { inOrder, single } from '../lib/content.ts';
import { pictureFile } from '../lib/pictures.ts';

export interface SocialCard {
  /** Last part of the path: `/social/{name}.png`. */
  name: string;
  title: string;
  text?: string;
  /** File of the drawing or photo beside the words; the brand's own where there is none. */
  picture?: string | undefined;
}

/** WhatsApp, Facebook, LinkedIn and X all show this size uncropped. */
export const SOCIAL_IMAGE_PX = { width: 1200, height: 630 };

/** Lines of text that stay below the heading of the plan list. */
const MAX_PLANS_NAMED = 3;

const planCardName = (id: string): string => `plano-${id}`;

/** Every card that the site has. A new plan brings its own. */
export async function socialCards(): Promise<SocialCard[]> {
  const { hero } = await single('home');
  const { heading } = await single('planList');
  const { footer } = await single('site');
  const plans = await inOrder('plans');
  return [
    { name: 'inicio', title: hero.headline },
    {
      name: 'planos',
      title: heading,
      text: plans
        .slice(0, MAX_PLANS_NAMED)
        .map(({ data }) => data.teaser.title)
        .join('\n'),
    },
    ...plans.map((plan) => ({
      name: planCardName(plan.id),
      title: plan.data.detail.name,
      text: plan.data.teaser.description,
      picture: pictureFile(plan),
    })),
    { name: 'site', title: footer.slogan },
  ];
}

export interface SharedImage {
  path: `/${string}`;
  width: number;
  height: number;
  alt: string;
}

const sharedImage = (name: string, alt: string): SharedImage => ({
  path: `/social/${name}.png`,
  ...SOCIAL_IMAGE_PX,
  // The words on the picture: whoever cannot see it loses nothing but a drawing.
  alt,
});

export async function homeImage(): Promise<SharedImage> {
  return sharedImage('inicio', (await single('home')).hero.headline);
}

export async function planListImage(): Promise<SharedImage> {
  return sharedImage('planos', (await single('planList')).heading);
}

export function planImage({ id, data }: CollectionEntry<'plans'>): SharedImage {
  return sharedImage(planCardName(id), data.detail.name);
}

/** For a page that has no image of its own. */
export async function siteImage(): Promise<SharedImage> {
  return sharedImage('site', (await single('site')).footer.slogan);
}
