/** Public variables, which `lib/environment.ts` has checked. */
interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_ANON_KEY?: string;
}

/** Astro's island runtime as text, which Astro does not type publicly. */
declare module 'astro/runtime/server/astro-island.prebuilt.js' {
  const runtime: string;
  export default runtime;
}

/** A loose type for components outside of `astro check`. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}
