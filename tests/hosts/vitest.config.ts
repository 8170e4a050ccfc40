import { defineConfig } from 'vitest/config';

/** `npm run test:hosts`: the built site on the hosts' own tools. They run after the build. */
export default defineConfig({
  test: { include: ['tests/hosts/**/*.test.ts'], hookTimeout: 120_000, testTimeout: 30_000 },
});
