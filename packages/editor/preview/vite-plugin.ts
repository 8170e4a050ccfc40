/** Lets the site's own pages run in the browser, for the editor's preview only. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { transform } from '@astrojs/compiler-rs';
import type { Plugin, UserConfig } from 'vite';

const REPLACEMENTS: [module: RegExp, replacement: string][] = [
  [/^astro:content$/, 'astro-content.ts'],
  [/^astro:assets$/, 'astro-assets.ts'],
  [/^svgo$/, 'svgo.ts'],
];

/** Styles, which the preview takes from the built page, and scripts, which it does not run. */
const LEFT_OUT = /\.css$|\.astro\?astro&type=(?:style|script)|^astro:react:opts$/;
const SVG_COMPONENT = '.svg';
const NOTHING = '\0nothing';

export interface PreviewedSite {
  /** The file that the option `site` names. */
  module: string;
  base: string;
  url: string;
  /** Public variables of the environment. */
  env: Record<`PUBLIC_${string}`, string | undefined>;
}

const astroComponents = (site: PreviewedSite): Plugin => ({
  name: 'preview:astro-components',
  enforce: 'pre',
  resolveId(id) {
    return LEFT_OUT.test(id) ? NOTHING : undefined;
  },
  load(id) {
    if (id === NOTHING) return 'export default {};';
    return id.endsWith(SVG_COMPONENT) ? readFileSync(id, 'utf8') : undefined;
  },
  transform: {
    filter: { id: /\.(?:astro|svg)$/ },
    handler(source, id) {
      const markup = id.endsWith(SVG_COMPONENT)
        ? source.replace('<svg', '<svg {...Astro.props}')
        : source;
      const { code } = transform(markup, {
        filename: id,
        // Astro's default for compressHTML, which affects the spaces between elements.
        compact: 'jsx',
        internalURL: 'astro/compiler-runtime',
        resultScopedSlot: true,
        astroGlobalArgs: JSON.stringify(site.url),
        resolvePath: (specifier) => specifier,
      });
      // The compiler writes the file's path on the machine that builds.
      return { code: code.replaceAll(id, basename(id)), moduleType: 'ts' };
    },
  },
});

export function previewConfig(site: PreviewedSite): UserConfig {
  return {
    plugins: [astroComponents(site)],
    resolve: {
      alias: [
        ...REPLACEMENTS.map(([find, file]) => ({
          find,
          replacement: `${import.meta.dirname}/${file}`,
        })),
        { find: 'virtual:editor-site', replacement: site.module },
      ],
    },
    define: Object.fromEntries(
      Object.entries({ BASE_URL: site.base, SITE: site.url, ...site.env }).map(([name, value]) => [
        `import.meta.env.${name}`,
        JSON.stringify(value),
      ]),
    ),
    // The pages import a few modules for functions that only a build calls.
    build: { rolldownOptions: { shimMissingExports: true } },
  };
}
