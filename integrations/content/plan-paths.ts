/** Paths that other sites may link to: plans that must stay, and old paths of renamed plans. */
import { readCollection } from './folder.ts';
import { quote } from './issue.ts';
import type { Collection } from './collection.ts';
import { COLLECTIONS } from '../../src/schemas/collections.ts';
import type { LinkTarget } from './collection.ts';
import { pathOf } from './links.ts';
import type { FileIssue } from './report.ts';

/** Paths that the site itself uses. */
const RESERVED_PATHS = Object.values<Collection>(COLLECTIONS).flatMap(
  ({ pages }) => pages?.takenIds.map((id) => pages.path + id) ?? [],
);

/**
 * @param root the content folder, `src/content`
 * @returns IDs of the plans that must not be deleted
 */
export function protectedPlans(root: string): string[] {
  const [list] = readCollection(root, COLLECTIONS.planList);
  const { data } = COLLECTIONS.planList.schema.safeParse(list?.entry.data);
  return data?.protected ?? [];
}

function oldPathsOf(root: string) {
  const plans = readCollection(root, COLLECTIONS.plans).flatMap(({ file, entry }) => {
    const { data } = COLLECTIONS.plans.schema.safeParse(entry.data);
    return data ? { file, entry, data } : [];
  });
  return plans
    .toSorted((a, b) => a.data.order - b.data.order)
    .flatMap(({ file, entry, data: { oldPaths = [] } }) => {
      const to = pathOf(entry.id, COLLECTIONS.plans);
      return oldPaths.map((from, index) => ({ from, to, file, entry, index }));
    });
}

export interface Redirect {
  /** Path below the base, such as `/planos/antigo`. */
  from: string;
  to: string;
}

/**
 * A path that several plans claim leads to the first of them: duplicating a plan copies its old paths.
 *
 * @param root as for {@link protectedPlans}
 */
export function planRedirects(root: string): Redirect[] {
  const redirects = oldPathsOf(root).map(({ from, to }) => ({ from, to }));
  return redirects.filter(({ from }, index) => {
    return redirects.findIndex((other) => other.from === from) === index;
  });
}

/** @param root as for {@link protectedPlans} */
export function checkPlanPaths(root: string, targets: LinkTarget[]): FileIssue[] {
  const servedPaths = [...targets.map(({ url }) => url), ...RESERVED_PATHS];
  const old = oldPathsOf(root);
  const missing = protectedPlans(root)
    .filter(
      (id) =>
        ![...servedPaths, ...old.map(({ from }) => from)].includes(pathOf(id, COLLECTIONS.plans)),
    )
    .map((id) => ({
      file: `plans/${id}.md`,
      expected: 'este arquivo, ou o endereço dele entre os antigos de outro plano',
      found: 'nada: ele não existe',
      advice: 'Outros sites apontam para a página dele (pages/plan-list.json).',
    }));
  const stillServed = old
    .filter(({ from }) => servedPaths.includes(from))
    .map(({ from, file, entry, index }) => {
      const expected = 'um endereço que já não tem página';
      return { ...entry.locate({ path: ['oldPaths', index], expected, found: quote(from) }), file };
    });
  return [...missing, ...stillServed];
}
