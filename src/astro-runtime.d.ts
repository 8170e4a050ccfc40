/** Astro's island runtime as text; Astro types it for itself only. */
declare module 'astro/runtime/server/astro-island.prebuilt.js' {
  const runtime: string;
  export default runtime;
}

/** Components in TypeScript's eyes; `astro check` knows them better. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory;
  export default component;
}
