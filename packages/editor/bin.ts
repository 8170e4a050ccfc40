/** Brings back a deleted item: GitHub keeps all of them. */
import { GRAPHQL, type Branch, type Commit } from './branch.ts';
import { DELETION } from './config.ts';
import { showDialog, showError } from './dialog.ts';
import { by, lostPictures, versionAt, type Version } from './history.ts';

const MAX_DELETED = 20;

/** Commits a deleted item with the pictures that went with it, by way of the gate. */
async function bringBack(branch: Branch, version: Version): Promise<void> {
  const { path, text, commit } = version;
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
    message: { headline: `Bring back ${path} of ${commit.oid.slice(0, 7)}` },
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

/** What somebody deleted and nobody brought back, the latest first. Files also go when they are renamed or merged. */
export async function deletedFrom(branch: Branch): Promise<(Version & { deletion: Commit })[]> {
  const { history } = await branch.tip<
    Commit & { messageHeadline: string; parents: { nodes: { oid: string }[] } }
  >(
    'history(first: 100) { nodes { oid messageHeadline author { name } committedDate parents(first: 1) { nodes { oid } } } }',
  );
  const deletions = history.nodes
    .filter(({ messageHeadline }) => messageHeadline.startsWith(DELETION))
    .map((it) => ({ deletion: it, oid: it.parents.nodes[0]?.oid ?? it.oid }));
  const commits = deletions.flatMap(({ deletion, oid }) => [oid, deletion.oid]);
  const [tip, ...trees] = await branch.filesOf([branch.name, ...commits]);
  const known = new Set(tip?.keys());
  const gone = deletions.flatMap((it, index) => {
    const [before, after] = trees.slice(2 * index);
    // A developer's own, such as a rename.
    if (Array.from(after?.keys() ?? []).some((file) => !before?.has(file))) return [];
    const paths = Array.from(before ?? []).filter(
      ([file]) => !after?.has(file) && !known.has(file) && branch.collectionOf(file),
    );
    for (const [file] of paths) known.add(file);
    return paths.map(([, { path }]) => ({ ...it, path }));
  });
  const versions = gone.slice(0, MAX_DELETED).map(async ({ path, oid, deletion }) => {
    const version = await versionAt(branch, path, oid);
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
