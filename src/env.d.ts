declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on first intent inside the island; "hash": also when the URL carries a hash. */
    'client:intent'?: boolean | 'hash';
    /** Hydrates when the visitor scrolls near the element that this selector names. */
    'client:near'?: string;
  }
}

export {};
