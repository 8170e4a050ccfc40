import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTokens, token } from '../../src/lib/tokens.ts';

/** What the function's page calls the site's colours. It is deployed apart, and cannot import them. */
const TOKENS = {
  '--ground': '--color-ground',
  '--ink': '--color-ink',
  '--line': '--color-control',
  '--action': '--color-action',
  '--on-action': '--color-on-action',
  '--problem': '--color-danger',
} as const;

const site = readTokens(readFileSync('src/styles/tokens.css', 'utf8'));
const source = readFileSync('supabase/functions/send-contact-email/page.ts', 'utf8');
const page = readTokens(/const STYLE = `(.*?)`/s.exec(source)?.[1] ?? '');

test.each(['light', 'dark'] as const)(
  'a visitor whose message came back sees the site’s own colours in the %s theme',
  (theme) => {
    const colors = Object.keys(TOKENS).map((name) =>
      page[theme].get(name as keyof typeof TOKENS)?.toLowerCase(),
    );
    expect(colors).toEqual(Object.values(TOKENS).map((name) => token(site[theme], name)));
  },
);
