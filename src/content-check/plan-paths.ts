/** What other sites may link to: plans that stay for good, and the old paths of those that moved. */
import { readCollection } from '../content-reader/folder.ts';
import { quote } from '../content-reader/issue.ts';
import { COLLECTIONS, type Collection } from '../schemas/collections.ts';
import { pathOf, type Site } from './links.ts';
import type { FileIssue } from './report.ts';

/** Paths of the build that no link in the content can lead to. */
const TAKEN = Object.values<Collection>(COLLECTIONS).flatMap(
  ({ pages }) => pages?.takenIds.map((id) => pages.path + id) ?? [],
);

/**
 * @param root the content folder, `src/content`
 * @returns the last parts of the paths of plans that must not vanish
 */
export function protectedPlans(root: string): string[] {
  const [list] = readCollection(root, COLLECTIONS.planList);
  return (list?.entry.data?.['protected'] ?? []) as string[];
}

function oldPathsOf(root: string) {
  return readCollection(root, COLLECTIONS.plans).flatMap(({ file, entry }) => {
    const paths = (entry.data?.['oldPaths'] ?? []) as string[];
    return paths.map((from, index) => ({
      from,
      to: pathOf(entry.id, COLLECTIONS.plans),
      file,
      entry,
      index,
    }));
  });
}

export interface Redirect {
  /** Path below the base, such as `/planos/antigo`. */
  from: string;
  to: string;
}

/** @param root as for {@link protectedPlans} */
export function planRedirects(root: string): Redirect[] {
  return oldPathsOf(root).map(({ from, to }) => ({ from, to }));
}

/** @param root as for {@link protectedPlans} */
export function checkPlanPaths(root: string, site: Site): FileIssue[] {
  const living = [...site.map(({ url }) => url), ...TAKEN];
  const old = oldPathsOf(root);
  const missing = protectedPlans(root)
    .filter(
      (id) => ![...living, ...old.map(({ from }) => from)].includes(pathOf(id, COLLECTIONS.plans)),
    )
    .map((id) => ({
      file: `plans/${id}.md`,
      expected: 'este arquivo, ou o endereço dele entre os antigos de outro plano',
      found: 'nada: ele não existe',
      advice: 'Outros sites apontam para a página dele (pages/plan-list.json).',
    }));
  const claimed = old.flatMap(({ from, file, entry, index }, position) => {
    const isTwice = old.findIndex((one) => one.from === from) < position;
    if (!isTwice && !living.includes(from)) return [];
    const expected = isTwice
      ? 'um endereço antigo em um plano só, e uma vez só'
      : 'um endereço que já não tem página';
    const issue = { path: ['oldPaths', index], expected, found: quote(from) };
    return { ...entry.locate(issue), file };
  });
  return [...missing, ...claimed];
}
