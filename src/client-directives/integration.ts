import type { AstroIntegration } from 'astro';

/** Adds the two client directives that decide when an island's script is fetched. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/client-directives/intent.ts' });
        addClientDirective({ name: 'near', entrypoint: './src/client-directives/near.ts' });
      },
    },
  };
}
