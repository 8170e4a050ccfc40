import { availableParallelism } from 'node:os';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField, fontProviders } from 'astro/config';
import { BRAND } from './src/brand/brand.ts';
import { contentCheck } from './src/content-check/integration.ts';
import { PAGE_TARGETS, ISLAND_TARGETS } from './src/browser-floor.ts';
import { buildSteps } from './src/build-steps/integration.ts';
import { editor } from './src/editor/integration.ts';
import { contentSecurityPolicy } from './src/hosting/content-security-policy.ts';
import { hosting } from './src/hosting/integration.ts';
import { LICENSES_FILE } from './src/hosting/licenses.ts';
import { readEnvironment } from './src/build-tools/environment.ts';

const environment = readEnvironment();
const { min, max } = BRAND.face.weights;
const { SITE_URL, SITE_BASE } = environment;

/** Scripts of a few lines travel inside the page; everything else keeps a URL that can be cached. */
const INLINE_SCRIPT_LIMIT_BYTES = 1024;

/** React, and what it needs. */
const REACT_PACKAGES = /\/node_modules\/(?:react|react-dom|scheduler)\//;

export default defineConfig({
  site: SITE_URL,
  base: SITE_BASE ?? '/',
  // The spec's URLs have no trailing slash, and a redirect to add one is a lost round trip.
  trailingSlash: 'never',
  build: {
    format: 'file',
    inlineStylesheets: 'always',
    // Social images are drawn outside of JavaScript: one core would wait for the other.
    concurrency: availableParallelism(),
  },
  security: { csp: contentSecurityPolicy(environment) },
  integrations: [
    editor(environment),
    contentCheck(),
    react(),
    tailwind({ applyBaseStyles: false }),
    sitemap({ filter: (page) => !/\/(?:404|admin)(?:\/|$)/.test(page) }),
    buildSteps(),
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
      name: 'Display',
      cssVariable: '--font-display',
      provider: fontProviders.local(),
      // Astro's own would fit Arial alone, which no Android phone has: src/brand/fonts/fallback.css.
      optimizedFallbacks: false,
      fallbacks: [],
      options: {
        variants: [
          {
            src: ['./src/brand/fonts/page.woff2'],
            weight: `${min} ${max}`,
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
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // One file compresses better than five, by 1.7 KB, and every island needs all of it.
              codeSplitting: { groups: [{ name: 'react', test: REACT_PACKAGES }] },
            },
          },
        },
      },
    },
    build: {
      license: { fileName: LICENSES_FILE },
      target: ISLAND_TARGETS,
      // Without this, media queries come out in a syntax of 2022.
      cssTarget: PAGE_TARGETS,
      assetsInlineLimit: (file, content) =>
        file.endsWith('.js') && content.length < INLINE_SCRIPT_LIMIT_BYTES,
    },
  },
});
