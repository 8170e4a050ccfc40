import { availableParallelism } from 'node:os';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwind from '@astrojs/tailwind';
import { defineConfig, fontProviders } from 'astro/config';
import { BRAND } from './src/brand/brand.ts';
import { contentCheck } from '@site/content-check';
import { PAGE_TARGETS, ISLAND_TARGETS } from './src/lib/browser-floor.ts';
import { islands } from '@site/islands';
import { finish } from '@site/finish';
import { editor } from '@site/editor';
import { contentSecurityPolicy } from './src/lib/content-security-policy.ts';
import { SITE_CONTENT } from './src/schemas/collections.ts';
import { productionBuild, readEnvironment } from './src/lib/environment.ts';
import { FIRST_SCREEN_END } from './src/lib/page-parts.ts';
import { EDITOR_FOLDER } from './src/lib/paths.ts';
import { FAILURE_PAGE } from '@site/supabase/contact-form';

const environment = readEnvironment();
const { min, max } = BRAND.face.weights;
const { SITE_URL, SITE_BASE } = environment;

/** Inlines scripts of a few lines; everything else keeps a cacheable URL. */
const INLINE_SCRIPT_LIMIT_BYTES = 1024;

/** React and its dependencies. */
const REACT_PACKAGES = /\/node_modules\/(?:react|react-dom|scheduler)\//;

export default defineConfig({
  site: SITE_URL,
  base: SITE_BASE ?? '/',
  // The site's URLs have no trailing slash: a redirect would cost a round trip.
  trailingSlash: 'never',
  build: {
    format: 'file',
    inlineStylesheets: 'always',
    // Native code draws the social images, so a second page can render meanwhile.
    concurrency: availableParallelism(),
  },
  // No text has code that needs colours, and Astro warns that their styles break the policy.
  markdown: { syntaxHighlight: false },
  security: { csp: contentSecurityPolicy(environment) },
  integrations: [
    editor({
      content: SITE_CONTENT,
      site: './src/editor-site.ts',
      urlFolder: EDITOR_FOLDER,
      repo: environment.CMS_REPO,
      branch: environment.CMS_BRANCH,
      authUrl: environment.CMS_AUTH_URL,
      signIn: environment.CMS_SIGN_IN && {
        url: environment.PUBLIC_SUPABASE_URL,
        key: environment.PUBLIC_SUPABASE_ANON_KEY,
        scope: environment.CMS_SIGN_IN,
      },
      publicEnv: {
        PUBLIC_SUPABASE_URL: environment.PUBLIC_SUPABASE_URL,
        PUBLIC_SUPABASE_ANON_KEY: environment.PUBLIC_SUPABASE_ANON_KEY,
      },
    }),
    contentCheck(SITE_CONTENT),
    react(),
    tailwind({ applyBaseStyles: false }),
    sitemap({ filter: (page) => !['404', FAILURE_PAGE].some((name) => page.endsWith(`/${name}`)) }),
    islands({ targets: PAGE_TARGETS }),
    finish({
      firstScreenEnd: FIRST_SCREEN_END,
      licenses: {
        // Island loader, base styles, icons.
        packages: ['astro', 'tailwindcss', '@iconify-json/lucide'],
        files: { [BRAND.face.package]: 'src/brand/fonts/LICENSE.txt' },
      },
    }),
  ],
  fonts: [
    {
      name: 'Display',
      cssVariable: '--font-display',
      provider: fontProviders.local(),
      // Astro's fallback fits only Arial, which Android lacks: see src/brand/fonts/fallback.css.
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
  // Completes and validates front matter in code editors with Astro support.
  experimental: { contentIntellisense: true },
  devToolbar: { enabled: false },
  vite: {
    plugins: [productionBuild],
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // Every island needs all of it, and one file is 1.7 KB smaller than five.
              codeSplitting: { groups: [{ name: 'react', test: REACT_PACKAGES }] },
            },
          },
        },
      },
    },
    // lightningcss's Features.LightDark: two variables for light-dark(), which no style uses.
    css: { lightningcss: { exclude: 1 << 20 } },
    build: {
      target: ISLAND_TARGETS,
      // Otherwise, media queries are written in range syntax, which needs browsers of 2022.
      cssTarget: PAGE_TARGETS,
      assetsInlineLimit: (file, content) =>
        file.endsWith('.js') && content.length < INLINE_SCRIPT_LIMIT_BYTES,
    },
  },
});
