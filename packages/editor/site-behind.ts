/** Says at the top of the editor what becomes of a saved change, and that the site has stopped following the branch. */
import { idOf } from '@site/content/collection';
import { inOneLine, type FileIssue } from '@site/content/report';
import type { Branch, Commit } from './branch.ts';
import { momentOf } from './dialog.ts';
import { PAGE_DATA } from './page-data.ts';

/** Enough for a check, a build and a deployment. */
const LIMIT_MS = 20 * 60_000;
/** Between two looks at a change that is on its way. */
const PAUSE_MS = 15_000;

export interface OwnCommit {
  oid: string;
  /** Of the entry, unless it was deleted. */
  path?: string | undefined;
}

/** When commits came to the branch, which their own date, of when they were made, does not say. */
export type Arrivals = Record<string, number>;

export interface News {
  state: 'quiet' | 'coming' | 'live' | 'late';
  /** When the first change came that is not in the site, and its commit. */
  since: Date;
  oldest: string | undefined;
  /** Of all that are not in the site. */
  arrivals: Arrivals;
}

/**
 * @param built the commit that the site was built from
 * @param commits of the branch, the newest first
 * @param known from earlier looks
 * @param latest time at which an unknown one may have come
 */
export function newsOf(
  built: string,
  commits: Commit[],
  own: OwnCommit | null,
  now: number,
  known: Arrivals = {},
  latest = now,
): News {
  const oids = commits.map(({ oid }) => oid);
  const [index, place] = [oids.indexOf(built), oids.indexOf(own?.oid ?? '')];
  const waiting = (index === -1 ? commits : commits.slice(0, index)).map((commit) => {
    const { oid, committedDate } = commit;
    // GitHub tells of a push a little late, and a computer's clock may be ahead.
    const came = known[oid] ?? Math.min(now, Math.max(latest, Date.parse(committedDate)));
    return [oid, came] as const;
  });
  const [oldest, since = now] = waiting.toSorted(([, one], [, other]) => other - one).at(-1) ?? [];
  // Right after a save, GitHub may not list it yet.
  const isLive = index !== -1 && place >= index;
  const state = isLive ? 'live' : own ? 'coming' : 'quiet';
  return {
    state: now - since >= LIMIT_MS ? 'late' : state,
    ...{ since: new Date(since), oldest, arrivals: Object.fromEntries(waiting) },
  };
}

function pageOf(path: string): string | undefined {
  const { collections = [], singletons = [] } = PAGE_DATA.config;
  const one = [...collections, ...singletons].find((it) =>
    'folder' in it ? path.startsWith(`${it.folder}/`) : 'file' in it && it.file === path,
  );
  return one && 'preview_path' in one
    ? one.preview_path?.replace('{{slug}}', idOf(path))
    : undefined;
}

let timer = 0;

/** The change that this tab has made, and not yet seen live, survives a reload. */
const STORED = 'site-news';
let lastOwn = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as OwnCommit | null;

function show(line: HTMLElement, news: News, branch: Branch, issue: FileIssue | undefined): void {
  type Parts = [HTMLElement, HTMLAnchorElement, HTMLButtonElement];
  const [words, link, close] = Array.from(line.children) as Parts;
  close.onclick = () => (line.hidden = true);
  const page = news.state === 'live' && lastOwn?.path ? pageOf(lastOwn.path) : undefined;
  // Somebody has broken it on GitHub, where no gate stands.
  const reason = issue ? ` Alguém precisa corrigir ${inOneLine(issue)}` : '';
  const sentence = {
    quiet: '',
    coming: 'A mudança está a caminho do site.',
    live: 'A mudança está no ar.',
    late: `O site não está sendo atualizado desde ${momentOf(news.since)}.${reason}`,
  }[news.state];
  // Screen readers read a sentence once, and who has closed it is not shown it again.
  if (words.textContent === sentence) return;
  words.textContent = sentence;
  link.textContent = news.state === 'late' ? 'Veja o que houve' : 'Ver a página';
  // Whichever host builds, the commit's page shows its checks and leads to them.
  const place = issue
    ? `blob/${branch.name}/${branch.contentFolder}/${issue.file}#L${issue.line ?? 1}`
    : `commit/${news.oldest ?? ''}`;
  link.href = news.state === 'late' ? `https://github.com/${branch.repo}/${place}` : (page ?? '');
  link.hidden = news.state !== 'late' && page === undefined;
  line.dataset['state'] = news.state;
  line.hidden = sentence === '';
}

/** A change has come when this tab first saw it, or at the last push before the tab's first look. */
let arrivals: Arrivals | undefined;

async function compare(branch: Branch): Promise<void> {
  const line = document.getElementById('site-news');
  const file = await fetch(line?.dataset['built'] ?? '', { cache: 'no-store' });
  const built = (await file.text()).trim();
  // The dev server has no such file, nor has a build without Git.
  if (!line || !/^[0-9a-f]{40}$/.test(built)) return;
  // The clock of the editor's computer may be wrong.
  const now = Date.parse(file.headers.get('date') ?? '') || Date.now();
  const { commits, pushedAt } = await branch.commits();
  const latest = arrivals ? now : Date.parse(pushedAt);
  const news = newsOf(built, commits, lastOwn, now, arrivals, latest);
  ({ arrivals } = news);
  // Not before: the site that is being built may know more than this one, such as another field.
  const [issue] = news.state === 'late' ? await branch.issues() : [];
  show(line, news, branch, issue);
  if (news.state === 'live') sessionStorage.removeItem(STORED);
  clearTimeout(timer);
  if (commits[0]?.oid === built && news.state !== 'coming') return;
  const restMs = news.state === 'quiet' ? news.since.getTime() + LIMIT_MS - now : 0;
  timer = window.setTimeout(watchSite, restMs + PAUSE_MS, branch);
}

/** Compares the site with the branch, now and until what is new on the branch should have arrived. */
export function watchSite(branch: Branch, own = lastOwn): void {
  lastOwn = own;
  sessionStorage.setItem(STORED, JSON.stringify(own));
  // Whatever keeps the editor from the branch, its next save will say.
  compare(branch).catch(() => {
    if (own) timer = window.setTimeout(watchSite, PAUSE_MS, branch);
  });
}
