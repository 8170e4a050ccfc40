import { expect, test } from 'vitest';
import { withShortNames } from '../../../src/lean-pages/short-names.ts';

const NONE = new Set<string>();

test('classes and tokens have short names in style and markup, the same in both', () => {
  const { markup, css } = withShortNames(
    '<p class="text-muted text-lead">',
    ':root{--color-muted:red}.text-muted{color:VAR(--color-muted)}.text-lead{margin:0}',
    NONE,
  );
  expect(css).toBe(':root{--a:red}.a{color:VAR(--a)}.b{margin:0}');
  expect(markup).toBe('<p class="a b">');
});

test('what occurs most has the shortest name', () => {
  const names = Array.from({ length: 27 }, (_, index) => `.number-${index}{margin:0}`);
  const { css } = withShortNames('', `${names.join('')}.number-26 b{margin:1px}`, NONE);
  expect(css).toContain('.a{margin:0}.a b{margin:1px}');
  expect(css).toContain('.aa{margin:0}');
});

test('a name that a script or another sheet may say stays', () => {
  const { markup, css } = withShortNames(
    '<p class="failure-notice text-lead">',
    '.failure-notice{color:var(--color-danger)}.text-lead{margin:0}',
    new Set(['failure-notice', '--color-danger']),
  );
  expect(css).toBe('.failure-notice{color:var(--color-danger)}.a{margin:0}');
  expect(markup).toBe('<p class="failure-notice a">');
});

test('a short name never takes the place of another', () => {
  const { css } = withShortNames(
    '',
    '.a{margin:0}.text-lead{color:var(--color-ink)}',
    new Set(['--a', 'b']),
  );
  expect(css).toBe('.a{margin:0}.b{color:var(--b)}');
});

test('classes whose names hold signs are found, and classes without a style stay', () => {
  const { markup, css } = withShortNames(
    '<p class="md:hidden mt-2.5-unknown">',
    '@media print{.md\\:hidden:not(.x){display:none}}',
    NONE,
  );
  expect(css).toBe('@media print{.a:not(.x){display:none}}');
  expect(markup).toBe('<p class="a mt-2.5-unknown">');
});

test('a token that markup names, in a drawing or in words about it, keeps its name', () => {
  const drawing = '<img alt="var(--color-line)"><svg stroke="var(--color-action)"></svg>';
  const { markup, css } = withShortNames(
    drawing,
    ':root{--color-action:red;--color-line:red;--color-muted:red}',
    NONE,
  );
  expect(markup).toBe(drawing);
  expect(css).toBe(':root{--color-action:red;--color-line:red;--a:red}');
});

test('scripts stay as their policy knows them', () => {
  const script = `<script>if(a<b)x=' class="text-lead"'</script>`;
  expect(withShortNames(script, '.text-lead{margin:0}', NONE).markup).toBe(script);
});

test('what an editor wrote stays, even where it looks like markup', () => {
  const text = '<p title="a > b" class="text-lead">class="text-lead", var(--color-ink)</p>';
  const { markup } = withShortNames(text, '.text-lead{color:var(--color-ink)}', NONE);
  expect(markup).toBe('<p title="a > b" class="a">class="text-lead", var(--color-ink)</p>');
});
