/**
 * `npm run brand` generates the files that depend on `src/brand` but not on the build, and fails over colours that
 * nobody could read. The files are committed; run it after changing the display face, the mark or a colour.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { weakPairs } from './brand/contrast.ts';
import { brandFiles } from './brand/files.ts';

for (const [path, content] of await brandFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  console.log(`${path}: ${Buffer.byteLength(content)} bytes`);
}

const weak = weakPairs(readFileSync('src/brand/tokens.css', 'utf8'));
if (weak.length > 0) {
  console.error(`Too little contrast in src/brand/tokens.css:\n${weak.join('\n')}`);
  process.exitCode = 1;
}
