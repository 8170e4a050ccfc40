/**
 * The images that chats and social networks show beside a link: one each for the home page, the plan list and
 * every plan, and one for all other pages.
 */
import { inOrder, single } from '../content.ts';
import { pictureFile } from '../pictures.ts';

export interface SocialCard {
  /** Last part of the path: `/social/{name}.png`. */
  name: string;
  title: string;
  text?: string;
  /** File of the drawing or photo beside the words; the brand's drawing by default. */
  picture?: string | undefined;
}

/** WhatsApp, Facebook, LinkedIn and X all show this size uncropped. */
export const SOCIAL_IMAGE_PX = { width: 1200, height: 630 };

/** More lines do not fit below the heading of the plan list. */
const MAX_PLANS_NAMED = 3;

export const planCardName = (id: string): string => `plano-${id}`;

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

/**
 * The image that a page shares.
 *
 * @param name of its card
 * @returns path below the site's base, size in pixels and alternative text
 */
export async function sharedImage(name: string) {
  const card = (await socialCards()).find((one) => one.name === name);
  if (!card) throw new Error(`There is no social card "${name}".`);
  // The title alone: `og:description` has the other words of the image.
  return { path: `/social/${name}.png`, ...SOCIAL_IMAGE_PX, alt: card.title } as const;
}
