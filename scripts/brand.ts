/**
 * `npm run brand`: what follows from `src/brand` and cannot be made in each build. The results are
 * committed; run it after a change of the display face or of a colour.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { brandFiles } from './brand/files.ts';

for (const [path, content] of await brandFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${path}: ${Buffer.byteLength(content)} bytes`);
}
