import { expect, test } from 'vitest';
import { withTokensWritten } from '../../../src/lean-pages/outcome-style.ts';

const TOKENS = `@layer base{:root{color-scheme:light;--radius:1rem;--ink:#000;--gone:1s}
@media (prefers-color-scheme:dark){:root{--ink:#fff}}}`;

test('a sheet that comes with scripts has tokens of one value written in it, and no token set', () => {
  const css = withTokensWritten('.toast{border-radius:var(--radius);color:var(--ink)}', TOKENS);
  expect(css.trim()).toBe('.toast{border-radius:1rem;color:var(--ink)}');
});

test('its own media queries stay', () => {
  const own = '@media (forced-colors:active){.toast{border:0}}';
  expect(withTokensWritten(own, TOKENS).trim()).toBe(own);
});
