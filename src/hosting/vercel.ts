/**
 * `vercel.json`, which Vercel reads from the project's root before it builds. So this one is
 * committed; a test keeps it equal to this.
 *
 * @see https://vercel.com/docs/project-configuration/vercel-json
 */
import { HASHED_FOLDER, IMMUTABLE, SECURITY_HEADERS } from './headers.ts';

function headerList(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}

/**
 * Only a preview may hold example facts. Whatever does not say that it is one is checked, also where
 * the project hides Vercel's own variables from the build.
 */
const BUILD_COMMAND =
  'if [ "$VERCEL_ENV" = preview ]; then npm run build; else npm run build:production; fi';

export function vercelJson(): string {
  const config = {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    framework: 'astro',
    buildCommand: BUILD_COMMAND,
    outputDirectory: 'dist',
    // `/planos` for planos.html, at once; `/planos.html`, `/index.html` and `/planos/` redirect.
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      { source: '/(.*)', headers: headerList(SECURITY_HEADERS) },
      { source: `${HASHED_FOLDER}(.*)`, headers: headerList({ 'Cache-Control': IMMUTABLE }) },
    ],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
