/** Takes Astro's island runtime out of the pages: see `src/page-script/inline.ts`. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import runtimeInPages from 'astro/runtime/server/astro-island.prebuilt.js';
import { build, type BuildOptions } from 'esbuild';
import { ISLAND_TARGETS } from '../browser-floor.ts';
import { allowInPolicy } from './policy.ts';

/** The source of what Astro puts into pages. */
const RUNTIME_SOURCE = fileURLToPath(import.meta.resolve('astro/runtime/server/astro-island.js'));

const INLINE_SCRIPT_SOURCE = fileURLToPath(new URL('../page-script/inline.ts', import.meta.url));
const INLINE_STYLE_SOURCE = fileURLToPath(
  new URL('../page-script/first-paint.css', import.meta.url),
);

/** What Astro writes for a client directive (its `client-directive/build.js`). */
const DIRECTIVE_SCRIPT =
  /<script>\(\(\)=>\{(?:(?!<\/script>).)*?\(self\.Astro(?:(?!<\/script>).)*?<\/script>/gs;

/** For Astro's own dev tools: six letters by chance, which do not compress. */
const UNREAD_ATTRIBUTE = /(<astro-island) uid="[^"]*"/g;

/** The directives that `src/page-script/inline.ts` knows. */
const KNOWN_DIRECTIVES = ['intent', 'near'];

async function bundle(
  source: string,
  options: Pick<BuildOptions, 'define' | 'external'> = {},
): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    target: ISLAND_TARGETS,
  });
  return (outputFiles[0]?.text ?? '').trim();
}

/** Astro's runtime as a file of its own, named by its content. */
export async function bundleRuntime(): Promise<{ name: string; code: string }> {
  const code = await bundle(RUNTIME_SOURCE, { define: { 'process.env.NODE_ENV': '"production"' } });
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
  return { name: `islands.${hash}.js`, code };
}

/** What a page with islands carries instead of Astro's own. */
export interface Inline {
  script: string;
  /** What the script switches on and off. */
  style: string;
}

/** @returns the script and style for pages with islands; the script knows where the runtime is */
export async function bundleInline(runtimeUrl: string): Promise<Inline> {
  return {
    script: await bundle(INLINE_SCRIPT_SOURCE, {
      define: { RUNTIME_URL: JSON.stringify(runtimeUrl) },
      external: [runtimeUrl],
    }),
    style: await bundle(INLINE_STYLE_SOURCE),
  };
}

/**
 * @param inline from `bundleInline`
 * @returns the page with that instead of Astro's runtime and directives
 * @throws Error when the page has islands, but not the scripts that this Astro version is known for,
 * or a directive that the script does not know
 */
export function withInline(html: string, { script, style }: Inline): string {
  if (!html.includes('<astro-island')) return html;
  const runtime = `<script>${runtimeInPages}</script>`;
  if (!html.includes(runtime)) {
    throw new Error(
      "Astro writes its island runtime otherwise than src/lean-pages/island-script.ts knows. Adapt that file, or take leanPages() out of astro.config.mjs: pages then carry Astro's own script.",
    );
  }
  for (const [, directive = ''] of html.matchAll(/<astro-island [^>]* client="([^"]*)"/g)) {
    if (KNOWN_DIRECTIVES.includes(directive)) continue;
    throw new Error(
      `An island uses client:${directive}, which src/page-script/inline.ts does not know: it would never hydrate. Add it there and to KNOWN_DIRECTIVES.`,
    );
  }
  const page = html
    .replace(DIRECTIVE_SCRIPT, '')
    .replace(runtime, '')
    .replace(UNREAD_ATTRIBUTE, '$1')
    // A module waits for the end of the page by itself.
    .replace(
      '</head>',
      () => `<style>${style}</style><script type="module">${script}</script></head>`,
    );
  return allowInPolicy(allowInPolicy(page, 'script-src', script), 'style-src', style);
}
