import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../supabase/functions/send-contact-email/config.ts';
import { judgeScriptOrigin } from '../../supabase/functions/send-contact-email/origin.ts';
import { BASE_ENVIRONMENT } from './support/submissions.ts';

const PATTERN = 'https://*.empresa.pages.dev';

describe('an operator who lists the previews of a project as a pattern', () => {
  test.each([
    ['https://pr-7.empresa.pages.dev', 'allowed'],
    ['https://empresa.pages.dev', 'foreign'],
    ['https://a.pr-7.empresa.pages.dev', 'foreign'],
    ['http://pr-7.empresa.pages.dev', 'foreign'],
    ['https://pr-7.empresa.pages.dev.evil.example', 'foreign'],
    ['https://evil.example/.empresa.pages.dev', 'foreign'],
    ['https://pr-7xempresa.pages.dev', 'foreign'],
  ])('finds that %s is %s', (origin, verdict) => {
    const config = readConfig({ ...BASE_ENVIRONMENT, SITE_ORIGINS: PATTERN });
    const request = new Request('https://function.test', { headers: { origin } });
    expect(judgeScriptOrigin(request, config)).toBe(verdict);
  });

  test.each(['https://*.pages.dev', 'https://*', 'https://a*.empresa.pages.dev', 'http://*.a.b.c'])(
    'is not let to allow strangers with %s',
    (pattern) => {
      const read = () => readConfig({ ...BASE_ENVIRONMENT, SITE_ORIGINS: pattern });
      expect(read).toThrow(ConfigError);
    },
  );
});
