import type { AstroIntegration } from 'astro';

/** Adds the two client directives that decide when an island's script is fetched. */
export function directives(): AstroIntegration {
  return {
    name: 'directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/page-script/intent.ts' });
        addClientDirective({ name: 'near', entrypoint: './src/page-script/near.ts' });
      },
    },
  };
}
