/**
 * `npm run brand` generates the files that depend on `src/brand` but not on the build. They are
 * committed; run it after changing the display face or a colour.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brandFiles } from './brand/files.ts';

for (const [path, content] of await brandFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${path}: ${Buffer.byteLength(content)} bytes`);
}
