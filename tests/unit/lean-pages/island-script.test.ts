import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { expect, test } from 'vitest';
import { cspHash } from '../../../src/hosting/content-security-policy.ts';
import { withInlineScript } from '../../../src/lean-pages/island-script.ts';

const POLICY = `<meta http-equiv="content-security-policy" content="script-src 'self';">`;
const DIRECTIVE = '<script>(()=>{(self.Astro||(self.Astro={})).near=1;})();</script>';

function page(directive: string): string {
  return `<head>${POLICY}<script>kept()</script></head>${DIRECTIVE}<script>${runtime}</script><astro-island uid="1" client="${directive}"></astro-island>`;
}

test("a page carries one short script instead of Astro's runtime and directives", () => {
  const html = withInlineScript(page('near'), 'ours()');
  expect(html).toContain(
    '<script>kept()</script><script type="module">ours()</script></head><astro-island',
  );
  expect(html).toContain(`script-src 'self' '${cspHash('ours()')}';`);
  expect(html).not.toContain('customElements');
});

test('a page without islands stays as it is', () => {
  expect(withInlineScript('<p>text</p>', 'ours()')).toBe('<p>text</p>');
});

test('a build stops over an Astro that writes its runtime otherwise', () => {
  const unknown = '<script>other()</script><astro-island client="near"></astro-island>';
  expect(() => withInlineScript(unknown, 'ours()')).toThrow(/island-script\.ts/);
});

test('a build stops over an island that would never hydrate', () => {
  expect(() => withInlineScript(page('idle'), 'ours()')).toThrow(/client:idle/);
});
