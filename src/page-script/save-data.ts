/**
 * Takes back the rules by which the next page is fetched ahead (`src/lib/speculation-rules.ts`) where
 * the visitor saves data. Chrome leaves them by itself; the engine that it shares with other browsers
 * does not, as its headless shell shows.
 *
 * @see https://wicg.github.io/savedata/#savedata-attribute
 */
export function respectSaveData(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) document.querySelector('[type=speculationrules]')?.remove();
}
