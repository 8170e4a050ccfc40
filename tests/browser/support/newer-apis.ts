/**
 * What scripts could use that is newer than the browser floor. Linters such as eslint-plugin-compat know
 * globals and static members only; the data that they read knows methods as well.
 */
import compat, {
  type CompatStatement,
  type Identifier,
} from '@mdn/browser-compat-data' with { type: 'json' };

/** Owner and member, such as `['AbortSignal', 'throwIfAborted']`, or the name of a global. */
type ApiName = readonly [owner: string, member?: string];

/** @param targets such as `chrome98` */
function isNewer({ support }: CompatStatement, targets: readonly string[]): boolean {
  return targets.some((target) => {
    const [, browser = '', floor] = /^([a-z]+)([\d.]+)$/.exec(target) ?? [];
    // The first entry is the one without flags and prefixes.
    const [statement] = [support[browser as 'chrome' | 'firefox' | 'safari']].flat();
    // `≤79` is old; `preview` and `false` are no numbers.
    return !(Number(String(statement?.version_added).replace('≤', '')) <= Number(floor));
  });
}

/**
 * Every API newer than the targets whose name occurs in a script, guarded or not. A name may belong to
 * something else, so the list can be too long, but never too short.
 */
export function newerApis(script: string, targets: readonly string[]): ApiName[] {
  const names = new Set(script.match(/[\w$]+/g));
  const findUsed = (all: object): string[] =>
    Object.entries(all as Record<string, Identifier>)
      .filter(([name, { __compat }]) => names.has(name) && __compat && isNewer(__compat, targets))
      .map(([name]) => name);

  return [compat.api, compat.javascript.builtins ?? {}].flatMap((owners) => {
    const newerOwners = findUsed(owners);
    return Object.entries(owners).flatMap(([owner, members]): ApiName[] =>
      newerOwners.includes(owner)
        ? [[owner]]
        : findUsed(members).map((member): ApiName => [owner, member]),
    );
  });
}

/** Deletes APIs from a page before any of its scripts runs; for `addInitScript`. */
export function removeApis(apis: readonly ApiName[]): void {
  for (const [owner, member] of apis) {
    const holder = (self as unknown as Record<string, unknown>)[owner];
    if (member === undefined) Reflect.deleteProperty(self, owner);
    else if (typeof holder === 'function') {
      Reflect.deleteProperty(holder, member);
      Reflect.deleteProperty(holder.prototype as object, member);
    }
  }
}
