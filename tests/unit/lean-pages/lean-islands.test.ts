import { expect, test } from 'vitest';
import { withLeanIslands } from '../../../src/lean-pages/lean-islands.ts';

test('what an island is handed is written in single quotes, and reads the same', () => {
  const html = withLeanIslands(
    '<astro-island props="{&quot;a&quot;:[0,&quot;d&#39;água &amp; sol&quot;]}" ssr opts="{}" x="&quot;">',
  );
  expect(html).toBe(
    `<astro-island props='{"a":[0,"d&#39;água &amp; sol"]}' ssr opts='{}' x="&quot;">`,
  );
});

test('a directive is handed its value, without the name of the island', () => {
  const opts = '{&quot;name&quot;:&quot;Navbar&quot;,&quot;value&quot;:{&quot;name&quot;:1}}';
  expect(withLeanIslands(`<astro-island opts="${opts}">`)).toBe(
    `<astro-island opts='{"value":{"name":1}}'>`,
  );
  const props = '{&quot;name&quot;:&quot;Ana&quot;,&quot;value&quot;:1}';
  expect(withLeanIslands(`<astro-island props="${props}">`)).toBe(
    `<astro-island props='{"name":"Ana","value":1}'>`,
  );
});

test('nothing is left by which a runtime would wait for what is there already', () => {
  expect(
    withLeanIslands('<astro-island ssr await-children><p>x</p><!--astro:end--></astro-island>'),
  ).toBe('<astro-island ssr><p>x</p></astro-island>');
});

test('nothing else changes', () => {
  const html = '<p title="&quot;"> props="&quot;" </p>';
  expect(withLeanIslands(html)).toBe(html);
});
