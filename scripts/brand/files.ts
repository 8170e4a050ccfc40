/** The files that `npm run brand` generates. */
import { readFileSync } from 'node:fs';
import { BRAND } from '../../src/brand/brand.ts';
import { readTokens, token, type Tokens } from '../../src/lib/tokens.ts';
import { displayFace } from './face.ts';
import { appleTouchIcon, favicon } from './icons.ts';

/** Colours of the function's pages and mail, copied because the function is deployed separately. */
const FUNCTION_COLORS = [
  'surface',
  'ink',
  'control',
  'action',
  'on-action',
  'danger',
  'whatsapp',
  'on-whatsapp',
];

const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function functionColors(): string {
  const { light, dark } = readTokens(readFileSync('src/brand/tokens.css', 'utf8'));
  const theme = (tokens: Tokens): string =>
    FUNCTION_COLORS.map(
      (name) => `    ${camelCase(name)}: '${token(tokens, `--color-${name}`)}',\n`,
    ).join('');
  return `/** The colours of src/brand/tokens.css for the contact function. \`npm run brand\` writes this file. */
export const COLORS = {
  light: {
${theme(light)}  },
  dark: {
${theme(dark)}  },
};
`;
}

/** Contents by path. */
export async function brandFiles(): Promise<Map<string, string | Buffer>> {
  const face = await displayFace(BRAND.face);
  return new Map<string, string | Buffer>([
    ['src/brand/fonts/page.woff2', face.page],
    ['src/brand/fonts/social-500.woff', face.social.medium],
    ['src/brand/fonts/social-700.woff', face.social.bold],
    ['src/brand/fonts/fallback.css', face.fallbackCss],
    ['src/brand/fonts/LICENSE.txt', face.license],
    ['public/favicon.ico', await favicon()],
    ['public/apple-touch-icon.png', await appleTouchIcon()],
    ['supabase/functions/_shared/colors.ts', functionColors()],
  ]);
}
