import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, cspHash } from '../../../src/hosting/content-security-policy.ts';
import { fitPolicy } from '../../../src/build-steps/policy-in-page.ts';

/** A page as Astro writes it, with a policy that lists the hashes of these scripts and styles. */
function page(body: string, listed: string[]): string {
  const hashes = listed.map((text) => ` '${cspHash(text)}'`).join('');
  const policy = `default-src 'self'; script-src 'self'${hashes}; style-src 'self'${hashes};`;
  return (
    '<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title>' +
    `<meta http-equiv="content-security-policy" content="${policy}"></head>` +
    `<body>${body}</body></html>`
  );
}

describe('the policy of a page', () => {
  test('lists what the page holds, and nothing that only other pages hold', () => {
    const html = fitPolicy(page('<script>one()</script>', ['one()', 'two()']), 'a.html');
    expect(html).toContain(cspHash('one()'));
    expect(html).not.toContain(cspHash('two()'));
  });

  test('stands before the first thing that it governs', () => {
    const html = fitPolicy(page('<script>one()</script>', ['one()']), 'a.html');
    expect(html).toMatch(/<head><meta charset="utf-8"><meta http-equiv="content-security-policy"/);
  });

  test('gathers the styles into one, under one hash', () => {
    const html = fitPolicy(page('<style>a{}</style><style>b{}</style>', ['a{}', 'b{}']), 'a.html');
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).toContain('<style>a{}b{}</style></head>');
    expect(html).toContain(cspHash('a{}b{}'));
  });

  test.each([
    ['a script in an editor’s Markdown', '<script>evil()</script>'],
    ['a style in an editor’s Markdown', '<style>evil{}</style>'],
    ['a style attribute', '<p style="color:red">x</p>'],
    ['an event handler', '<img alt="" onerror="evil()">'],
    ['a style attribute inside a template', '<template><p style="color:red">x</p></template>'],
  ])('stops the build over %s, by name', (_, body) => {
    expect(() => fitPolicy(page(body, []), 'planos/x.html')).toThrow(/planos\/x\.html holds.*\n.+/);
  });

  test('does not mind data that no browser runs', () => {
    const data = '<script type="application/ld+json">{"@context":"https://schema.org"}</script>';
    expect(fitPolicy(page(data, []), 'a.html')).toContain(data);
  });

  test('is missed when it is missing', () => {
    expect(() => fitPolicy('<!DOCTYPE html><title>x</title>', 'a.html')).toThrow(
      'a.html carries no',
    );
  });
});

describe('where pages may send data', () => {
  const directive = (name: string, environment: Record<string, string>) =>
    contentSecurityPolicy(environment).directives?.find((text) => text.startsWith(name));

  test('is the site and the configured function', () => {
    const environment = {
      PUBLIC_SUPABASE_URL: 'https://abc.supabase.co/',
      PUBLIC_SUPABASE_ANON_KEY: 'sb_publishable_xxxxxxxxxxxx',
    };
    expect(directive('connect-src', environment)).toBe(
      "connect-src 'self' https://abc.supabase.co/functions/v1/",
    );
    expect(directive('form-action', environment)).toBe(
      "form-action 'self' https://abc.supabase.co/functions/v1/",
    );
  });

  test('is the site alone where no backend is configured', () => {
    expect(directive('connect-src', {})).toBe("connect-src 'self'");
    expect(directive('form-action', {})).toBe("form-action 'self'");
  });
});
