/** The median, which a single outlier does not move. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Formats rows as a Markdown table, with the first column left-aligned and the others right-aligned. */
export function markdownTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)));
  const pad = (cell: string, i: number): string =>
    i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0);
  const rule = widths.map(
    (width, i) => `${'-'.repeat(i === 0 ? width : width - 1)}${i === 0 ? '' : ':'}`,
  );
  return [head, rule, ...rows].map((row) => `| ${row.map(pad).join(' | ')} |`).join('\n');
}
