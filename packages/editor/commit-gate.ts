/**
 * Lets through only a commit on top of the one with which its form was compared (check-entry.ts); GitHub refuses it
 * once the branch has moved on. Nothing that the library has read earlier counts. Besides, the gate refuses to create
 * what a colleague has just created, and whatever the checks before a publication would stop for.
 */
import { MOVED } from './api-errors.ts';
import { freedPictures, titleOf as title } from '@site/content/content-files';
import { findObstacles } from '@site/content/examples';
import { inOneSentence, newIssues } from '@site/content/report';
import type { Branch } from './branch.ts';
import { showDialog } from './dialog.ts';
import type { OwnCommit } from './site-behind.ts';

interface Commit {
  expectedHeadOid: string;
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] };
}

interface Answer {
  message?: string;
  data: { createCommitOnBranch: { commit: { oid: string } } };
}

interface Request {
  variables: { input: Commit };
}

function requestIn(body: unknown): Request | undefined {
  if (typeof body !== 'string' || !body.includes('createCommitOnBranch')) return undefined;
  return JSON.parse(body) as Request;
}

const bytesIn = (base64: string) => Uint8Array.from(atob(base64), (it) => it.charCodeAt(0));

/** Why a commit must not be made. A deleted entry takes along the pictures that no other names. */
async function reasonToRefuse(
  { expectedHeadOid, fileChanges }: Commit,
  branch: Branch,
): Promise<string | undefined> {
  const { additions, deletions } = fileChanges;
  for (const { path } of additions) {
    const attempt = branch.attempts.get(path);
    const isUnknown = !attempt && !branch.collectionOf(path);
    if (!isUnknown && attempt?.commit !== expectedHeadOid) return MOVED;
  }
  const before = await branch.filesAt(expectedHeadOid);
  const after = new Map(before);
  for (const { path } of deletions) after.delete(branch.fileAt(path));
  for (const { path, contents } of additions) {
    after.set(branch.fileAt(path), { path, blob: bytesIn(contents) });
  }
  // A picture is judged when it is new, or newly named.
  const named = new Set<string>();
  const contentBefore = await branch.contentOf(before, (blob, place) => {
    named.add(`${String(blob)} ${place}`);
    return false;
  });
  const contentAfter = await branch.contentOf(
    after,
    (blob, place) => typeof blob !== 'string' || !named.has(`${blob} ${place}`),
  );
  const titleOf = (file: string): string => {
    const entry = contentBefore.files.get(file) ?? contentAfter.files.get(file);
    const collection = branch.collectionOf(file);
    return entry && collection ? title(collection, entry) : file;
  };
  for (const { path, contents } of additions) {
    const { isNew, before } = branch.attempts.get(path) ?? {};
    // The answer to one's own creation may have been lost.
    const isOwn = before === new TextDecoder().decode(bytesIn(contents));
    if (!isNew || before === undefined || isOwn) continue;
    return `Outra pessoa acabou de criar ${titleOf(branch.fileAt(path))}. Mude o título ou salve de novo: com o mesmo título, o seu item ganha outro endereço.`;
  }
  const known = await findObstacles(branch.site, contentBefore);
  const [issue] = newIssues(known, await findObstacles(branch.site, contentAfter));
  if (issue) {
    const [deleted] = deletions.map(({ path }) => titleOf(branch.fileAt(path)));
    const isOwn = additions.some(({ path }) => branch.fileAt(path) === issue.file);
    const isOther = !isOwn && after.has(issue.file);
    return [
      deleted === undefined ? !isOwn && 'Isto não foi salvo.' : `${deleted} não foi excluído.`,
      isOther && `Mude antes ${titleOf(issue.file)} (${issue.label ?? ''}).`,
      inOneSentence(issue, issue.label),
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (deletions.length > 0) {
    const freed = freedPictures(branch.site, contentBefore, contentAfter);
    for (const name of freed) {
      const { path } = after.get(name) ?? {};
      if (path !== undefined) deletions.push({ path });
    }
  }
  return undefined;
}

/**
 * @param send sends requests
 * @param committed runs after each commit
 */
export function withCommitGate(
  send: typeof fetch,
  branch: Branch,
  committed: (own: OwnCommit) => void,
  say: (sentence: string) => unknown = showDialog,
): typeof fetch {
  return async (input, init) => {
    branch.observe(input instanceof Request ? input.url : String(input), init);
    const request = requestIn(init?.body);
    if (!request) return send(input, init);
    const commit = request.variables.input;
    // The library says of a deletion only that it failed.
    const explain = (message: string): void => {
      if (commit.fileChanges.additions.length === 0) say(message);
    };
    try {
      const reason = await reasonToRefuse(commit, branch);
      if (reason !== undefined) throw new Error(reason);
      const answer = await send(input, { ...init, body: JSON.stringify(request) });
      const { message, data } = (await answer.clone().json()) as Answer;
      if (message !== undefined) {
        explain(message);
        return answer;
      }
      branch.attempts.clear();
      const [path] = commit.fileChanges.additions
        .map((file) => file.path)
        .filter((file) => branch.collectionOf(file));
      committed({ oid: data.createCommitOnBranch.commit.oid, path });
      return answer;
    } catch (error) {
      explain((error as Error).message);
      throw error;
    }
  };
}
