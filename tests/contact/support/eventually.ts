const POLL_INTERVAL_MS = 20;

/** Asks again and again until `check` resolves to something truthy; rejects after `waitMs`. */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  waitMs = 15_000,
): Promise<Exclude<T, false | undefined>> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const result = await check();
    if (result) return result as Exclude<T, false | undefined>;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${waitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
}
