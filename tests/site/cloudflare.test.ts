import { expect, test } from 'vitest';
import { TEST_BUILDS } from '../../scripts/test-builds.ts';
import { builtPages } from './support/pages.ts';

const OPTED_OUT = /<!--email_off-->[^]*?<!--\/email_off-->/g;
const EMAIL = /mailto:|[\w.+-]+@[\w-]+\.\w/;

// Cloudflare's Email Address Obfuscation, on by default, hides addresses in a page's body.
test('Cloudflare leaves every e-mail address as a visitor can read and use it', () => {
  for (const { file, html } of builtPages(TEST_BUILDS.configured.folder)) {
    const [, body = ''] = html.split(/(?=<body)/);
    expect(body).toMatch(EMAIL);
    expect(body.replace(OPTED_OUT, ''), file).not.toMatch(EMAIL);
  }
});
