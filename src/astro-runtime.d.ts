/** Astro's island runtime as text; Astro types it for itself only. */
declare module 'astro/runtime/server/astro-island.prebuilt.js' {
  const runtime: string;
  export default runtime;
}
