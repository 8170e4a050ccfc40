/**
 * What a tab remembers through a reload or a crash, for as long as it is open. Nothing of it leaves the
 * visitor's device. Storage may be switched off or full: it is a help, never a condition.
 */
export const tabStorage = {
  /** What was kept under the key, or undefined; no matter of what shape. */
  read(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Then it is not kept.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nor was it kept.
    }
  },
};
