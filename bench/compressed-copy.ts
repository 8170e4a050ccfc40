import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { precompress } from '../src/hosting/precompress.ts';

/** Copies a built site and compresses it as a CDN does, once and for all. */
export async function copyCompressed(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const name of await readdir(to, { recursive: true })) await precompress(join(to, name));
}
