import { expect, test } from 'vitest';
import { withSingleQuotes } from '../../../src/lean-pages/island-quotes.ts';

test('what an island is handed is written in single quotes, and reads the same', () => {
  const html = withSingleQuotes(
    '<astro-island props="{&quot;a&quot;:[0,&quot;d&#39;água &amp; sol&quot;]}" ssr opts="{}" x="&quot;">',
  );
  expect(html).toBe(
    `<astro-island props='{"a":[0,"d&#39;água &amp; sol"]}' ssr opts='{}' x="&quot;">`,
  );
});

test('nothing else changes', () => {
  const html = '<p title="&quot;"> props="&quot;" </p>';
  expect(withSingleQuotes(html)).toBe(html);
});
