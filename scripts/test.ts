/**
 * Runs every check that has to pass before a push. A content error ends the run at once, and its report
 * is the last output: an editor reads nothing else. Other failed steps do not stop the later ones, except
 * that a failed build skips its tests.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'test-results';

interface Counts {
  /** Tests; a step without any counts as one. */
  passed: number;
  failed: number;
  /** Why each of the skipped tests was skipped. */
  skipped: string[];
}

interface Result extends Counts {
  name: string;
  hasPassed: boolean;
  seconds: number;
}

const results: Result[] = [];

/** The parts of the report that this script reads. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string; annotations: { description?: string }[] }[] }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  stats: { expected: number; unexpected: number; flaky: number };
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Reads the JSON report of Vitest or Playwright. */
function countTests(file: string): Counts {
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport;
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats;
    const skipped = report.suites
      .flatMap(specsOf)
      .flatMap(({ title, tests }) =>
        tests
          .filter(({ status }) => status === 'skipped')
          .map(({ annotations }) => annotations[0]?.description ?? title),
      );
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  // Vitest reports no reason: titles of what may be skipped say what it needs.
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => !['passed', 'failed'].includes(status))
    .map(({ ancestorTitles, title }) => ancestorTitles[0] ?? title);
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped };
}

/**
 * Runs a step and notes its result.
 *
 * @param report where its runner writes the JSON report that counts the tests
 * @returns whether it passed
 */
async function run(name: string, command: string, report?: string): Promise<boolean> {
  const started = performance.now();
  // Steps without tests run side by side, so each prints in one piece.
  const child = spawn(command, { shell: true, stdio: report === undefined ? 'pipe' : 'inherit' });
  const printed: Buffer[] = [Buffer.from(`\n▶ ${name}: ${command}\n`)];
  if (report !== undefined) process.stdout.write(Buffer.concat(printed));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (report === undefined) process.stdout.write(Buffer.concat(printed));
  const hasReport = report !== undefined && existsSync(report);
  const hasPassed = code === 0 && (report === undefined || hasReport);
  const { passed, failed, skipped } = hasReport
    ? countTests(report)
    : { passed: Number(hasPassed), failed: 0, skipped: [] };
  const seconds = Math.round((performance.now() - started) / 1000);
  // A runner that fails without a failed test counts as one.
  const failures = hasPassed ? 0 : Math.max(failed, 1);
  results.push({ name, hasPassed, seconds, passed, failed: failures, skipped });
  return hasPassed;
}

/** Prints the page snapshot that Playwright saved for each failed test. */
function printFailedPages(): void {
  for (const file of globSync(`${REPORTS}/browser/*/error-context.md`)) {
    // The page's position in the output depends on what failed.
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
results.push({ name: 'content', hasPassed: true, seconds: 0, passed: 1, failed: 0, skipped: [] });

// Each takes one core.
const [isBuilt] = await Promise.all([
  run('build', 'node scripts/build-for-tests.ts'),
  run('format', 'prettier --check --log-level warn .')
    // The types of the content collections, which the linter reads as well.
    .then(() => run('types', 'astro check --minimumFailingSeverity hint'))
    .then(() => run('lint', 'npm run --silent lint')),
]);
// Each takes all cores.
await run('unit', 'vitest run', `${REPORTS}/unit.json`);
if (isBuilt) {
  await run('site', 'vitest run --config vitest.site.config.ts', `${REPORTS}/site.json`);
  await run('browser', 'playwright test --project=chromium', `${REPORTS}/browser.json`);
} else {
  console.log('\nWithout a build, the tests of the site and in the browser are left out.');
}
// A CI machine is gone after the run: only what is printed stays.
if (process.env['CI'] !== undefined) printFailedPages();

console.log('\nSummary');
for (const { name, hasPassed, seconds, passed, failed, skipped } of results) {
  const status = hasPassed ? 'passed' : 'FAILED';
  console.log(`  ${status}  ${name} (${seconds} s): ${passed} passed, ${failed} failed`);
  for (const reason of new Set(skipped)) {
    const count = skipped.filter((one) => one === reason).length;
    console.log(`          ${count} skipped: ${reason}`);
  }
}
const sum = (key: 'passed' | 'failed') => results.reduce((total, one) => total + one[key], 0);
const skippedCount = results.flatMap(({ skipped }) => skipped).length;
const ending = skippedCount > 0 ? `, ${skippedCount} skipped` : '';
console.log(`\nTests: ${sum('passed')} passed, ${sum('failed')} failed${ending}`);
process.exit(sum('failed') === 0 ? 0 : 1);
