/**
 * The lines of the araucária, for the hero, which animates light along them, and for the social images,
 * which show them lit and still. In units of the view box.
 */

import { hillTree } from './hill-tree.ts';

export const TREE_VIEW_BOX = '0 56 600 600';

/** From a root or, within the trunk, from the next section to a tuft of needles. */
export const TRACES = {
  near: [
    'M96 570H178l18-18H258a12 12 0 0 0 12-12V346a14 14 0 0 0-14-14H222l-14-14H120c-51 0-82-57-82-168',
    'M128 596H204l18-18H270a12 12 0 0 0 12-12V276a14 14 0 0 0-14-14H232l-12-12H198c-32 0-52-35-52-102',
    'M294 900V202a14 14 0 0 0-14-14H278c-17 0-28-16-28-46',
    'M300 900V112',
    'M306 900V188a14 14 0 0 1 14-14H324c18 0 29-15 29-44',
    'M506 615H383l-18-18H324a12 12 0 0 1-12-12V242a14 14 0 0 1 14-14H334l10-10H364c24 0 39-24 39-72',
    'M566 589H409l-18-18H336a12 12 0 0 1-12-12V316a14 14 0 0 1 14-14H352l14-14H440c42 0 68-50 68-146',
    'M530 576H422l-18-18H342a12 12 0 0 1-12-12V334a14 14 0 0 1 14-14H400l12-12H492c45 0 72-61 72-180',
  ].join(''),
  /** Behind the others, in finer lines. */
  far: [
    'M40 583H191l18-18H264a12 12 0 0 0 12-12V306a14 14 0 0 0-14-14H212l-10-10H162c-42 0-68-51-68-150',
    'M92 609H217l18-18H276a12 12 0 0 0 12-12V232a14 14 0 0 0-14-14H258l-8-8H238c-25 0-40-29-40-84',
    'M456 602H396l-18-18H330a12 12 0 0 1-12-12V262a14 14 0 0 1 14-14H360l12-12H402c33 0 53-38 53-112',
  ].join(''),
};

/** Where the traces end, from left to right. */
const TUFTS = [
  [38, 150],
  [94, 132],
  [146, 148],
  [198, 126],
  [250, 142],
  [300, 112],
  [353, 130],
  [403, 146],
  [455, 124],
  [508, 142],
  [564, 128],
] as const;

/** Hills with small araucárias, from behind the trunk to far beyond the view box, for the social images. */
export const HILLS = `M306 505q222-62 454 8t480 0 480 0M306 611q70-6 134-31 240-76 480 0t480 0 480 0${hillTree([496, 475])}${hillTree([550, 475])}`;

/** Rings at the foot of the tree, where the traces start. */
export const ROOT_RINGS =
  'M91 570a5 5 0 1 0 0-.1zM35 583a5 5 0 1 0 0-.1zM123 596a5 5 0 1 0 0-.1zM87 609a5 5 0 1 0 0-.1zM501 615a5 5 0 1 0 0-.1zM451 602a5 5 0 1 0 0-.1zM561 589a5 5 0 1 0 0-.1zM525 576a5 5 0 1 0 0-.1z';

/** The needles of a tuft, each from its tip to the node; relative to the first tip, this far above the node. */
const NEEDLES =
  'v38m-10-36c0 20 10 24 10 32m10-32c0 20-10 24-10 32m-20-28c0 26 16 24 20 32m20-32c0 26-16 24-20 32m-29-24c0 22 21 20 29 26m29-26c0 22-21 20-29 26';
const FIRST_NEEDLE = 38;
/** Draws the needles' path as dots at their tips: a dash at the start of each. */
export const TIP_DASHES = '.01 99';

/** An arc that stops just short of a circle: SVG does not draw an arc that ends where it starts. */
const node = (radius: number): string => `m-${radius} 0a${radius} ${radius} 0 1 0 0-.1z`;

const NODE_RADIUS = 5;

/**
 * The tufts of all traces, merged by part: a phone paints three paths sooner than dozens of elements.
 *
 * @param nodeRadius in units of the view box
 */
export function allTufts(nodeRadius = NODE_RADIUS) {
  const each = (part: string, above = 0): string =>
    TUFTS.map(([x, y]) => `M${x} ${y - above}${part}`).join('');
  return { needles: each(NEEDLES, FIRST_NEEDLE), nodes: each(node(nodeRadius)) };
}
