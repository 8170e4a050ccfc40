/** Brings back a deleted item: GitHub keeps all of them. */
import { GRAPHQL, type Branch, type Commit, type Files } from './branch.ts';
import { DELETION } from './config.ts';
import { showDialog, showError } from './dialog.ts';
import { by, lostPictures, versionIn, type Version } from './history.ts';

const MAX_DELETED = 20;

type Deleted = Version & { deletion: Commit };

/** Commits a deleted item with the pictures that went with it, by way of the gate. */
async function bringBack(branch: Branch, version: Deleted): Promise<void> {
  const { path, text, deletion } = version;
  const newest = await branch.newest(path);
  if (newest?.text !== undefined) {
    showDialog('Este item já está de volta: recarregue a página.');
    return;
  }
  const head = newest?.commit ?? '';
  branch.attempts.set(path, { isNew: true, commit: head });
  const item = { path, bytes: new TextEncoder().encode(text) };
  const files = [item, ...(await lostPictures(branch, version))];
  const additions = files.map((file) => ({ path: file.path, contents: file.bytes.toBase64() }));
  const input = {
    branch: { repositoryNameWithOwner: branch.repo, branchName: branch.name },
    message: { headline: `Bring back ${path}, deleted in ${deletion.oid.slice(0, 7)}` },
    expectedHeadOid: head,
    fileChanges: { additions, deletions: [] },
  };
  const query =
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';
  const answer = await fetch(GRAPHQL, branch.request({ query, variables: { input } }));
  const { message } = (await answer.json()) as { message?: string };
  if (message !== undefined) throw new Error(message);
  location.reload();
}

/** What somebody deleted, the latest first: the branch lacks the path, whose last change is a deletion. */
export async function deletedFrom(branch: Branch): Promise<Deleted[]> {
  const { history } = await branch.tip<
    Commit & { messageHeadline: string; parents: { nodes: { oid: string }[] } }
  >(
    'history(first: 100) { nodes { oid messageHeadline author { name } committedDate parents(first: 1) { nodes { oid } } } }',
  );
  const deletions = history.nodes.filter((it) => it.messageHeadline.startsWith(DELETION));
  const found: { files: Files; path: string; deletion: Commit }[] = [];
  // Not all at once: each is a tree to read, and most lead to an item.
  while (deletions.length > 0 && found.length < MAX_DELETED) {
    const newest = deletions.splice(0, MAX_DELETED);
    const parents = newest.map(({ oid, parents }) => parents.nodes[0]?.oid ?? oid);
    const [tip, ...trees] = await branch.filesOf([branch.name, ...parents]);
    const gone = trees
      .flatMap((files) => Array.from(files))
      .filter(([file]) => !tip?.has(file) && branch.collectionOf(file));
    const changes = await branch.lastChanges(new Set(gone.map(([, { path }]) => path)));
    newest.forEach((deletion, index) => {
      const files: Files = trees[index] ?? new Map();
      for (const { path } of files.values())
        if (changes.get(path) === deletion.oid) found.push({ files, path, deletion });
    });
  }
  const versions = found.slice(0, MAX_DELETED).map(async ({ files, path, deletion }) => {
    const version = await versionIn(files, branch, path);
    return version ? [{ ...version, deletion }] : [];
  });
  return (await Promise.all(versions)).flat();
}

async function showBin(branch: Branch): Promise<void> {
  const deleted = await deletedFrom(branch);
  const dialog = document.getElementById('deleted') as HTMLDialogElement | null;
  const items = deleted.map((version) => {
    const { title, deletion } = version;
    const item = document.createElement('li');
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: 'Trazer de volta' });
    item.append(`${title}, excluído por ${by(deletion, ' em')} `, button);
    button.onclick = () => {
      bringBack(branch, version).catch((error: unknown) => {
        showDialog(`Este item não pôde voltar. ${(error as Error).message}`);
      });
    };
    return item;
  });
  dialog?.querySelector('ul')?.replaceChildren(...items);
  dialog?.showModal();
}

export function offerBin(branch: Branch): void {
  const bin = document.getElementById('bin');
  if (!bin) return;
  bin.onclick = () => {
    showBin(branch).catch(showError);
  };
  void branch.signedIn.then(() => (bin.hidden = false));
}
