/** Contrast of the brand's colours, wherever pages put one on another. */
import { readTokens, resolveToken, type Tokens } from '../../src/lib/tokens.ts';

/** WCAG 2.2: 1.4.3 for text; 1.4.11 for controls, icons and focus. With less than 1.1, a card is lost on its ground. */
const MINIMUM = { text: 4.5, graphic: 3, card: 1.1 };

/**
 * Relative luminance of a colour, from 0 (black) to 1 (white).
 *
 * @param color `#rgb` or `#rrggbb`
 * @throws Error for any other notation, which icons and social images do not take either
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminance(color: string): number {
  const [, digits] = /^#((?:[\da-f]{3}){1,2})$/i.exec(color) ?? [];
  if (digits === undefined) throw new Error(`${color} is not a colour of the form #rrggbb.`);
  const size = digits.length / 3;
  const [red = 0, green = 0, blue = 0] = [0, 1, 2]
    .map((at) => digits.slice(at * size, (at + 1) * size).repeat(3 - size))
    .map((channel) => parseInt(channel, 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

type Pair = [need: keyof typeof MINIMUM, foregrounds: string[], surfaces: string[]];

const PAPER = ['surface', 'raised', 'quiet'];
const BUTTONS = ['action', 'action-hover'];
const WHATSAPP_BUTTONS = ['whatsapp', 'whatsapp-hover'];

/** Every colour with every surface that it appears on. */
const PAIRS: Pair[] = [
  ['text', ['ink', 'muted', ...BUTTONS], PAPER],
  ['text', ['ink'], ['success-surface']],
  ['text', ['danger'], ['surface', 'raised', 'danger-surface']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', WHATSAPP_BUTTONS, PAPER],
  // The focus ring of a link in a form status.
  ['graphic', ['action'], ['success-surface', 'danger-surface']],
  // Borders of fields, and the button that pauses the logos.
  ['graphic', ['control', 'danger'], ['surface', 'raised']],
  ['graphic', ['control'], ['quiet']],
];

/** The same on a deep surface, where `.on-deep` and `.bg-deep` override some tokens. */
const DEEP_PAIRS: Pair[] = [
  ['text', ['on-deep', 'muted', ...BUTTONS], ['deep']],
  ['text', ['on-action'], BUTTONS],
  ['text', ['on-whatsapp'], WHATSAPP_BUTTONS],
  ['graphic', WHATSAPP_BUTTONS, ['deep']],
  // A form's card, and the border of its failure.
  ['card', ['raised', 'danger'], ['deep']],
];

function weakAmong(tokens: Tokens, pairs: Pair[], theme: string): string[] {
  return pairs.flatMap(([need, foregrounds, surfaces]) =>
    surfaces.flatMap((surface) =>
      foregrounds.flatMap((foreground) => {
        const [front, back] = [foreground, surface].map((name) =>
          resolveToken(tokens, `--color-${name}`),
        );
        const ratio = contrast(front?.value ?? '', back?.value ?? '');
        if (ratio >= MINIMUM[need]) return [];
        // Rounded down, so that 4.49 does not read as enough.
        const found = Math.floor(ratio * 100) / 100;
        return `${front?.name} (${front?.value}) on ${back?.name} (${back?.value}), ${theme} theme: ${found} : 1, and ${need} needs ${MINIMUM[need]} : 1`;
      }),
    ),
  );
}

/**
 * @param css src/brand/tokens.css
 * @returns a line for each pair with too little contrast, which names the tokens to edit
 */
export function weakPairs(css: string): string[] {
  const root = readTokens(css);
  const deep = readTokens(css, '.bg-deep');
  const onDeep = readTokens(css, '.on-deep');
  const lines = (['light', 'dark'] as const).flatMap((theme) => [
    ...weakAmong(root[theme], PAIRS, theme),
    ...weakAmong(new Map([...root[theme], ...deep[theme], ...onDeep[theme]]), DEEP_PAIRS, theme),
  ]);
  return [...new Set(lines)];
}
