import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTokens, token } from '../../src/lib/tokens.ts';
import { COLORS } from '../../supabase/functions/_shared/colors.ts';

const site = readTokens(readFileSync('src/styles/tokens.css', 'utf8'));

test.each(['light', 'dark'] as const)(
  'a visitor whose message came back sees the site’s own colors in the %s theme',
  (theme) => {
    const { surface, ink, control, action, onAction, danger } = COLORS[theme];
    expect({ surface, ink, control, action, onAction, danger }).toEqual({
      surface: token(site[theme], '--color-surface'),
      ink: token(site[theme], '--color-ink'),
      control: token(site[theme], '--color-control'),
      action: token(site[theme], '--color-action'),
      onAction: token(site[theme], '--color-on-action'),
      danger: token(site[theme], '--color-danger'),
    });
  },
);
