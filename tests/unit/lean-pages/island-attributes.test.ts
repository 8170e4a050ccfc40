import { expect, test } from 'vitest';
import { withShortAttributes } from '../../../src/lean-pages/island-attributes.ts';

test('what an island is handed is written in single quotes, and reads the same', () => {
  const html = withShortAttributes(
    '<astro-island props="{&quot;a&quot;:[0,&quot;d&#39;água &amp; sol&quot;]}" ssr opts="{}" x="&quot;">',
  );
  expect(html).toBe(
    `<astro-island props='{"a":[0,"d&#39;água &amp; sol"]}' ssr opts='{}' x="&quot;">`,
  );
});

test('a directive is handed its value, without the name of the island', () => {
  const opts = '{&quot;name&quot;:&quot;Navbar&quot;,&quot;value&quot;:{&quot;name&quot;:1}}';
  expect(withShortAttributes(`<astro-island opts="${opts}">`)).toBe(
    `<astro-island opts='{"value":{"name":1}}'>`,
  );
  const props = '{&quot;name&quot;:&quot;Ana&quot;,&quot;value&quot;:1}';
  expect(withShortAttributes(`<astro-island props="${props}">`)).toBe(
    `<astro-island props='{"name":"Ana","value":1}'>`,
  );
});

test('nothing else changes', () => {
  const html = '<p title="&quot;"> props="&quot;" </p>';
  expect(withShortAttributes(html)).toBe(html);
});
