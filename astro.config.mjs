import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField, fontProviders } from 'astro/config';
import { contentCheck } from './src/content-check/integration.ts';
import { directives } from './src/directives/integration.ts';
import { editor } from './src/editor/integration.ts';
import { contentSecurityPolicy } from './src/hosting/content-security-policy.ts';
import { hosting } from './src/hosting/integration.ts';
import { LICENSES_FILE } from './src/hosting/licenses.ts';
import { readEnvironment } from './src/lib/environment.ts';
import { markdown } from './src/markdown/integration.ts';

const environment = readEnvironment();
const { SITE_URL, SITE_BASE } = environment;

/** Scripts of a few lines travel inside the page; everything else keeps a URL that can be cached. */
const INLINE_SCRIPT_LIMIT_BYTES = 1024;

export default defineConfig({
  site: SITE_URL,
  base: SITE_BASE ?? '/',
  // The spec's URLs have no trailing slash, and a redirect to add one is a lost round trip.
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  security: { csp: contentSecurityPolicy(environment) },
  integrations: [
    contentCheck(),
    markdown(),
    editor(environment),
    directives(),
    react(),
    tailwind({ applyBaseStyles: false }),
    sitemap({ filter: (page) => !/\/(?:404|admin)(?:\/|$)/.test(page) }),
    // Last, so that it sees and compresses what the others wrote.
    hosting(),
  ],
  env: {
    schema: {
      PUBLIC_SUPABASE_URL: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_SUPABASE_ANON_KEY: envField.string({
        context: 'client',
        access: 'public',
        optional: true,
      }),
    },
  },
  fonts: [
    {
      name: 'Bricolage Grotesque',
      cssVariable: '--font-display',
      provider: fontProviders.local(),
      fallbacks: ['sans-serif'],
      options: {
        variants: [
          {
            src: ['./src/assets/fonts/bricolage-grotesque-pt.woff2'],
            weight: '500 800',
            style: 'normal',
            display: 'swap',
          },
        ],
      },
    },
  ],
  // Front matter completes and validates in editors that know Astro.
  experimental: { contentIntellisense: true },
  devToolbar: { enabled: false },
  vite: {
    build: {
      license: { fileName: LICENSES_FILE },
      // Layout on anything since 2017; without this, media queries come out in a syntax of 2022.
      cssTarget: ['chrome61', 'firefox60', 'safari11'],
      assetsInlineLimit: (file, content) =>
        file.endsWith('.js') && content.length < INLINE_SCRIPT_LIMIT_BYTES,
    },
  },
});
