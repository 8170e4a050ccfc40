/**
 * Keeps data through a reload or a crash, as long as the tab is open, on the visitor's device only.
 * Storage may be disabled or full: nothing depends on it.
 */
export const tabStorage = {
  /** The object kept under the key, of any shape; empty if there is none. */
  read(key: string): Record<string, unknown> {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
      return { ...(typeof kept === 'object' && kept) };
    } catch {
      return {};
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Not kept.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  },
};
