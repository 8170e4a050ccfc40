/** Says at the top of the editor when the site has stopped following the branch. */
import type { Branch } from './branch.ts';

/** Enough for a check, a build and a deployment. */
const LIMIT_MS = 20 * 60_000;

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

let timer = 0;

async function compare(branch: Branch): Promise<void> {
  const line = document.getElementById('site-behind');
  const file = await fetch(line?.dataset['built'] ?? '', { cache: 'no-store' });
  const built = (await file.text()).trim();
  // The dev server has no such file, nor has a build without Git.
  if (!line || !/^[0-9a-f]{40}$/.test(built)) return;
  const commits = await branch.commits();
  const index = commits.findIndex(({ oid }) => oid === built);
  const oldest = (index === -1 ? commits : commits.slice(0, index)).at(-1);
  const since = new Date(oldest?.committedDate ?? Date.now());
  const patienceMs = since.getTime() + LIMIT_MS - Date.now();
  clearTimeout(timer);
  if (oldest && patienceMs > 0) {
    timer = window.setTimeout(() => {
      watchSite(branch);
    }, patienceMs);
  }
  line.hidden = !oldest || patienceMs > 0;
  const link = document.createElement('a');
  // Whichever host builds, the commit's page shows its checks and leads to them.
  const href = `https://github.com/${branch.repo}/commit/${oldest?.oid ?? ''}`;
  Object.assign(link, { href, target: '_blank', textContent: 'Veja o que houve' });
  line.replaceChildren(
    `O site não está sendo atualizado desde ${MOMENT.format(since).replace(/^1(?= de )/, '1º')}. `,
    link,
  );
}

/** Compares the site with the branch, now and when what is new on the branch should have arrived. */
export function watchSite(branch: Branch): void {
  // Whatever keeps the editor from the branch, its next save will say.
  compare(branch).catch(() => undefined);
}
