/** `npm start` builds and serves the site; `npm run dev` serves it while it is being worked on. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serveSite } from './site-server.ts';

const PREFERRED_PORT = 4321;
const SITE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

const build = spawnSync('astro', ['build'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

const site = await serveSite({ folder: SITE_FOLDER, port: PREFERRED_PORT });
console.log(`\nThe site is at ${site.url} (Ctrl-C ends it)`);
