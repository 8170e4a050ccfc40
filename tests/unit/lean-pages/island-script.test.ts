import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { expect, test } from 'vitest';
import { cspHash } from '../../../src/hosting/content-security-policy.ts';
import { withInline } from '../../../src/lean-pages/island-script.ts';

const POLICY = `<meta http-equiv="content-security-policy" content="script-src 'self';">`;
const INLINE = { script: 'ours()', style: 'p{}' };
const DIRECTIVE = '<script>(()=>{(self.Astro||(self.Astro={})).near=1;})();</script>';

function page(directive: string): string {
  return `<head>${POLICY}<script>kept()</script></head>${DIRECTIVE}<script>${runtime}</script><astro-island uid="Z1WwVMM" client="${directive}"></astro-island>`;
}

test("a page carries one short script instead of Astro's runtime and directives", () => {
  const html = withInline(page('near'), INLINE);
  expect(html).toContain(
    '<script>kept()</script><style>p{}</style><script type="module">ours()</script></head><astro-island',
  );
  expect(html).toContain(`script-src 'self' '${cspHash('ours()')}';`);
  expect(html).not.toMatch(/customElements|Z1WwVMM/);
});

test('a page without islands stays as it is', () => {
  expect(withInline('<p>text</p>', INLINE)).toBe('<p>text</p>');
});

test('a build stops over an Astro that writes its runtime otherwise', () => {
  const unknown = '<script>other()</script><astro-island client="near"></astro-island>';
  expect(() => withInline(unknown, INLINE)).toThrow(/island-script\.ts/);
});

test('a build stops over an island that would never hydrate', () => {
  expect(() => withInline(page('idle'), INLINE)).toThrow(/client:idle/);
});
