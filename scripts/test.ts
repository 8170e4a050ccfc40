/**
 * Everything that has to hold before a commit is pushed. A content error ends the run at once, and
 * its report is the last thing printed: whoever saved the content reads nothing else. Of the other
 * steps, a failed one lets the later ones run, apart from the tests of a build that failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'test-results';

interface Result {
  name: string;
  hasPassed: boolean;
  seconds: number;
  /** Tests; a step without any counts as one. */
  passed: number;
  failed: number;
}

const results: Result[] = [];

/** Reads passed and failed tests from the JSON report of Vitest or Playwright. */
function countTests(report: string): { passed: number; failed: number } {
  const json = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    stats?: { expected: number; unexpected: number; flaky: number };
  };
  return json.stats
    ? { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky }
    : { passed: json.numPassedTests, failed: json.numFailedTests };
}

/**
 * Runs a step and notes its result.
 *
 * @param report where its runner writes the JSON report that counts the tests
 * @returns whether it passed
 */
async function run(name: string, command: string, report?: string): Promise<boolean> {
  const started = performance.now();
  // Steps without tests run beside others, so each prints in one piece.
  const child = spawn(command, { shell: true, stdio: report === undefined ? 'pipe' : 'inherit' });
  const printed: Buffer[] = [Buffer.from(`\n▶ ${name}: ${command}\n`)];
  if (report !== undefined) process.stdout.write(Buffer.concat(printed));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (report === undefined) process.stdout.write(Buffer.concat(printed));
  const hasReport = report !== undefined && existsSync(report);
  const hasPassed = code === 0 && (report === undefined || hasReport);
  const { passed, failed } = hasReport
    ? countTests(report)
    : { passed: Number(hasPassed), failed: 0 };
  const seconds = Math.round((performance.now() - started) / 1000);
  // A runner that fails without a failed test counts as one.
  results.push({ name, hasPassed, seconds, passed, failed: hasPassed ? 0 : Math.max(failed, 1) });
  return hasPassed;
}

/** Prints what the pages showed on which a test failed, as Playwright has written it down. */
function printFailedPages(): void {
  for (const file of globSync(`${REPORTS}/browser/*/error-context.md`)) {
    // Where the page stands, among the errors or behind them, depends on what failed.
    const [, rest = ''] = readFileSync(file, 'utf8').split('# Error details\n');
    const [shown = ''] = rest.split('# Test source\n');
    console.log(`\n▶ ${file}\n${shown}`);
  }
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const content = spawnSync(process.execPath, ['scripts/check-content.ts'], { encoding: 'utf8' });
if (content.status !== 0) {
  console.log('Tests: 0 passed, 1 failed\n');
  console.log(`${content.stdout}${content.stderr}`.trim());
  process.exit(1);
}
results.push({ name: 'content', hasPassed: true, seconds: 0, passed: 1, failed: 0 });

// Of one core each.
const [isBuilt] = await Promise.all([
  run('build', 'node scripts/build-for-tests.ts'),
  run('format', 'prettier --check --log-level warn .')
    // The types of the content collections, which the linter reads as well.
    .then(() => run('types', 'astro check --minimumFailingSeverity hint'))
    .then(() => run('lint', 'npm run --silent lint')),
]);
// Of all cores.
await run('unit', 'vitest run', `${REPORTS}/unit.json`);
if (isBuilt) {
  await run('site', 'vitest run --config vitest.site.config.ts', `${REPORTS}/site.json`);
  await run('browser', 'playwright test --project=chromium', `${REPORTS}/browser.json`);
} else {
  console.log('\nWithout a build, the tests of the site and in the browser are left out.');
}
// Of a machine that is gone after the run, what is printed is all that is left.
if (process.env['CI'] !== undefined) printFailedPages();

console.log('\nSummary');
for (const { name, hasPassed, seconds, passed, failed } of results) {
  const status = hasPassed ? 'passed' : 'FAILED';
  console.log(`  ${status}  ${name} (${seconds} s): ${passed} passed, ${failed} failed`);
}
const sum = (key: 'passed' | 'failed') => results.reduce((total, one) => total + one[key], 0);
console.log(`\nTests: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);
