/** What Cloudflare does to pages unless it is told not to: it hides e-mail addresses behind a script. */
import COMPANY from '../content/company.json' with { type: 'json' };
import { expect, test } from './support/fixtures.ts';

const OPTED_OUT = /(<!--email_off-->[^]*?<!--\/email_off-->)/;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+\w/g;
const DECODER = '<script src="/cdn-cgi/scripts/email-decode.min.js"></script>';

/** As Cloudflare hides an address: its bytes, combined with the one in front of them. */
function encoded(email: string): string {
  const key = 0x6e;
  return [0, ...Buffer.from(email)]
    .map((byte) => (byte ^ key).toString(16).padStart(2, '0'))
    .join('');
}

/** Cloudflare's Email Address Obfuscation, on by default in new zones. */
function obfuscated(html: string): string {
  const [head = '', body = ''] = html.split(/(?=<body)/);
  const parts = body
    .split(OPTED_OUT)
    .map((part) =>
      OPTED_OUT.test(part)
        ? part
        : part
            .replace(
              /mailto:[^"'\s>]+/g,
              (link) => `/cdn-cgi/l/email-protection#${encoded(link.slice(7))}`,
            )
            .replace(
              EMAIL,
              (email) => `<span data-cfemail="${encoded(email)}">[email&#160;protected]</span>`,
            ),
    );
  const rewritten = head + parts.join('');
  return rewritten === html ? html : rewritten.replace('</body>', `${DECODER}</body>`);
}

test('behind Cloudflare, a visitor still reads the e-mail address and can write to it', async ({
  page,
}) => {
  // Without the opt-out, the rewriting does what it is for.
  expect(obfuscated(`<html><body><a href="mailto:${COMPANY.email}">x</a></body>`)).toContain(
    DECODER,
  );
  await page.route('/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: obfuscated(await response.text()) });
  });
  await page.goto('/');
  for (const part of ['main', 'contentinfo'] as const) {
    const link = page.getByRole(part).getByRole('link', { name: COMPANY.email });
    await expect(link).toHaveAttribute('href', `mailto:${COMPANY.email}`);
  }
  await expect(page.locator('[data-cfemail], script[src^="/cdn-cgi/"]')).toHaveCount(0);
});
