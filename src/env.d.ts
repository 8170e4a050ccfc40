import type { IntentOptions } from '../integrations/islands/intent.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first intent inside the island, or as its options say. */
    'client:intent'?: boolean | IntentOptions;
  }
}
