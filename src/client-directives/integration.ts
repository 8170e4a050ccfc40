import type { AstroIntegration } from 'astro';

/** Adds the client directive that decides when an island's script is fetched. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/client-directives/intent.ts' });
      },
    },
  };
}
