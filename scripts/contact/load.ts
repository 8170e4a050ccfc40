// A bounded load on loopback, and what it measured.
export interface LoadResult {
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  refused: number;
}

/** Sends `count` requests, `concurrency` at a time, and times each from sending to the whole answer. */
export async function runLoad(
  request: (index: number) => Request,
  { count, concurrency }: { count: number; concurrency: number },
): Promise<LoadResult> {
  const durations: number[] = [];
  let next = 0;
  let refused = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const sentAt = performance.now();
      const response = await fetch(request(index));
      await response.arrayBuffer();
      durations.push(performance.now() - sentAt);
      if (!response.ok) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  durations.sort((a, b) => a - b);
  const percentile = (share: number) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
  return {
    requestsPerSecond: count / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    refused,
  };
}
