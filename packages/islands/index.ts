import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';
import { policyHash } from '@site/html/policy-hash';
import { islandRuntime } from './island-runtime.ts';

const OPTIONS = z.strictObject({
  /** Browsers that parse the inline loader, in esbuild's notation. */
  targets: z.array(z.string()).min(1),
});

/** Adds `client:intent`, and in a build fetches Astro's island runtime only once an island needs it. */
export function islands(options: z.input<typeof OPTIONS>): AstroIntegration {
  const { data, error } = OPTIONS.safeParse(options);
  if (error) throw new Error(`packages/islands: ${z.prettifyError(error)}`);
  let runtime: ReturnType<typeof islandRuntime> | undefined;
  let assetsFolder = '';
  return {
    name: 'islands',
    hooks: {
      'astro:config:setup': ({ addClientDirective, command, config, updateConfig }) => {
        const entrypoint = fileURLToPath(new URL('intent.ts', import.meta.url));
        addClientDirective({ name: 'intent', entrypoint });
        if (command !== 'build') return;
        assetsFolder = config.build.assets;
        const assetsPath = `${config.base.replace(/\/$/, '')}/${assetsFolder}`;
        runtime = islandRuntime(assetsPath, data.targets);
        updateConfig({
          security: {
            csp: {
              algorithm: 'SHA-256',
              scriptDirective: { hashes: [policyHash(runtime.loader)] },
            },
          },
          vite: { plugins: [runtime.plugin] },
        });
      },
      'astro:build:done': async ({ dir }) => {
        await runtime?.write(new URL(`${assetsFolder}/`, dir));
      },
    },
  };
}
