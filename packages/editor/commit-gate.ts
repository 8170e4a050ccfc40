/**
 * Lets through only a commit on top of the one with which its form was compared (check-entry.ts); GitHub refuses it
 * once the branch has moved on. Nothing that the library has read earlier counts. Besides, the gate refuses to create
 * what a colleague has just created, to delete what the site needs, and to name a picture that it cannot show.
 */
import { MOVED } from './api-errors.ts';
import { checkLinks, pathOf } from '@site/content/links';
import type { LinkTarget } from '@site/content/collection';
import { checkPictures, EXPECTED_PICTURE } from '@site/content/picture-rules';
import { inOneSentence } from '@site/content/report';
import { valueAt } from '@site/content/schema-fields';
import { targetsIn, type Branch, type BranchFile } from './branch.ts';
import { showDialog } from './dialog.ts';
import { judgeBytes } from './pictures.ts';
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

/** The title of an item in quotation marks, or else its file name. */
function titleOf({ collection: { files }, entry: { fields, id } }: BranchFile): string {
  const title = 'namedBy' in files && valueAt(fields, files.namedBy.split('.'));
  return `“${typeof title === 'string' ? title : id}”`;
}

function countBrokenLinks({ entry, collection }: BranchFile, ofEntries: LinkTarget[]): number {
  return checkLinks(entry, collection, { ofEntries, ofSite: [], advice: '' }).length;
}

function reasonToKeep(deleted: BranchFile[], kept: BranchFile[]): string | undefined {
  for (const file of deleted) {
    const { collection } = file;
    const [minimum] = collection.count ?? [0];
    if (kept.filter((other) => other.collection === collection).length < minimum) {
      return `${titleOf(file)} não foi excluído: o site precisa de pelo menos um item em “${collection.label}”. Crie outro antes.`;
    }
    if (collection.linkedIds?.includes(file.entry.id)) {
      return `${titleOf(file)} não foi excluído: o próprio site leva a essa página. Mude o texto dela em vez de excluir.`;
    }
    const before = targetsIn([...kept, file]);
    const after = targetsIn(kept);
    const linked = kept.find(
      (other) => countBrokenLinks(other, after) > countBrokenLinks(other, before),
    );
    if (!linked) continue;
    return `${titleOf(file)} não foi excluído: o texto de ${titleOf(linked)} tem um link para ${pathOf(file.entry.id, collection)}. Tire antes esse link.`;
  }
  return undefined;
}

/** `Uint8Array.fromBase64` is younger than some editors' browsers. */
const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const pathOfPicture = (name: string, path: string): string =>
  decodeURI(new URL(name, `https://here.invalid/${path}`).pathname.slice(1));

async function picturesOf({ entry, collection, path }: BranchFile): Promise<string[]> {
  const paths: string[] = [];
  await checkPictures(entry, collection, (name) => {
    paths.push(pathOfPicture(name, path));
    return Promise.resolve(undefined);
  });
  return paths;
}

/** Says which picture that an entry newly names the site could not show. */
async function describeBadPicture(
  { expectedHeadOid, fileChanges }: Commit,
  branch: Branch,
): Promise<string | undefined> {
  const added = new Map(
    fileChanges.additions.map(({ path, contents }) => [path, bytesOf(contents)]),
  );
  for (const [path, bytes] of added) {
    const file = branch.read(path, new TextDecoder().decode(bytes));
    if (!file) continue;
    const before = branch.read(path, branch.attempts.get(path)?.before ?? '');
    const [issue] = await checkPictures(file.entry, file.collection, async (name, use) => {
      if (!name.startsWith('.')) return EXPECTED_PICTURE;
      const picture = pathOfPicture(name, path);
      const uploaded = added.get(picture);
      if (!uploaded && before?.entry.pictures.some((other) => other.name === name))
        return undefined;
      const known =
        uploaded ??
        (await branch.bytes(picture, expectedHeadOid)) ??
        (await branch.bytes(picture.normalize('NFD'), expectedHeadOid));
      return known ? judgeBytes(known, name, use) : EXPECTED_PICTURE;
    });
    if (issue) return inOneSentence({ field: file.collection.label, ...issue });
  }
  return undefined;
}

/** Why a commit must not be made. A deleted entry takes along the pictures that no other names. */
async function reasonToRefuse(commit: Commit, branch: Branch): Promise<string | undefined> {
  const { expectedHeadOid, fileChanges } = commit;
  for (const { path } of fileChanges.additions) {
    const attempt = branch.attempts.get(path);
    if (!attempt && !branch.read(path, '')) continue;
    if (attempt?.commit !== expectedHeadOid) return MOVED;
    const taken =
      attempt.isNew && attempt.before !== undefined && branch.read(path, attempt.before);
    if (taken) {
      return `Outra pessoa acabou de criar ${titleOf(taken)}. Mude o título ou salve de novo: com o mesmo título, o seu item ganha outro endereço.`;
    }
  }
  const gone = fileChanges.deletions.map(({ path }) => path);
  if (gone.length > 0) {
    const files = (await branch.files(expectedHeadOid)) ?? [];
    const isGone = ({ path }: BranchFile): boolean => gone.includes(path);
    const kept = files.filter((file) => !isGone(file));
    const deleted = files.filter(isGone);
    const reason = reasonToKeep(deleted, kept);
    if (reason !== undefined) return reason;
    const needed = (await Promise.all(kept.map(picturesOf))).flat();
    for (const path of (await Promise.all(deleted.map(picturesOf))).flat()) {
      const isFree = !needed.includes(path) && !gone.includes(path);
      if (isFree && (await branch.bytes(path, expectedHeadOid))) gone.push(path);
    }
    fileChanges.deletions = gone.map((path) => ({ path }));
  }
  return describeBadPicture(commit, branch);
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
        .filter((file) => branch.read(file, ''));
      committed({ oid: data.createCommitOnBranch.commit.oid, path });
      return answer;
    } catch (error) {
      explain((error as Error).message);
      throw error;
    }
  };
}
