import type { IntentOptions } from './hydration/intent.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on first intent inside the island, and on what its options add. */
    'client:intent'?: boolean | IntentOptions;
  }
}
