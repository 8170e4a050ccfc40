/**
 * Everything that has to hold before a commit is pushed, in the order in which it fails fastest.
 * Ends with one summary; a failed step does not keep the later ones from being run and reported,
 * apart from the tests of the built site, which need the build.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { commandOf } from './machine.ts';

const REPORTS = 'test-results';

interface Step {
  name: string;
  command: string[];
  /** Where the step's runner writes its JSON report, for the count of tests. */
  report?: string;
  /** Not run when this earlier step has failed. */
  needs?: string;
}

/** Steps of one core each, in lanes that run beside each other. */
const LANES: Step[][] = [
  [
    // What editors have saved: all other tests bring content of their own.
    { name: 'content', command: ['node', 'scripts/check-content.ts'] },
    { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
    { name: 'build', command: ['node', 'scripts/build-for-tests.ts'] },
  ],
  [
    // Before the linter, which reads the types that this writes for the content collections.
    { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'hint'] },
    { name: 'lint', command: ['eslint', '--max-warnings', '0', '.'] },
  ],
];

/** Steps that take all cores, one after the other. */
const SUITES: Step[] = [
  { name: 'unit', command: ['vitest', 'run'], report: `${REPORTS}/unit.json` },
  {
    name: 'site',
    command: ['vitest', 'run', '--config', 'vitest.site.config.ts'],
    report: `${REPORTS}/site.json`,
    needs: 'build',
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--project=chromium'],
    report: `${REPORTS}/browser.json`,
    needs: 'build',
  },
];

interface Outcome {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  seconds: number;
  tests: { passed: number; failed: number };
}

/** Reads passed and failed tests from a Vitest or a Playwright JSON report. */
function countTests(report: string): { passed: number; failed: number } {
  const json = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests?: number;
    numFailedTests?: number;
    stats?: { expected: number; unexpected: number; flaky: number };
  };
  if (json.stats)
    return { passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky };
  return { passed: json.numPassedTests ?? 0, failed: json.numFailedTests ?? 0 };
}

/**
 * @param output what the command prints appears at once, or in one piece where another command prints
 *   at the same time
 * @returns whether it ended well
 */
async function run(
  { name: step, command }: Step,
  output: 'at once' | 'in one piece',
): Promise<boolean> {
  const title = `\n▶ ${step}: ${command.join(' ')}\n`;
  const isHeldBack = output === 'in one piece';
  if (!isHeldBack) process.stdout.write(title);
  const [name = '', ...rest] = command;
  const [executable = '', ...args] =
    name === 'node'
      ? [process.execPath, ...rest]
      : commandOf(name === 'playwright' ? '@playwright/test' : name, ...rest);
  const child = spawn(executable, args, { stdio: isHeldBack ? 'pipe' : 'inherit' });
  const printed: Buffer[] = [Buffer.from(title)];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (isHeldBack) process.stdout.write(Buffer.concat(printed));
  return code === 0;
}

async function runStep(step: Step, output: 'at once' | 'in one piece'): Promise<Outcome> {
  const none = { passed: 0, failed: 0 };
  if (outcomes.some(({ name, status }) => name === step.needs && status !== 'passed')) {
    return { name: step.name, status: 'skipped', seconds: 0, tests: none };
  }
  const started = performance.now();
  const passed = await run(step, output);
  let tests = none;
  if (step.report !== undefined) {
    try {
      tests = countTests(step.report);
    } catch {
      console.error(`${step.name}: the runner left no report, so no test can be counted.`);
      return { name: step.name, status: 'failed', seconds: 0, tests };
    }
  }
  return {
    name: step.name,
    status: passed ? 'passed' : 'failed',
    seconds: Math.round((performance.now() - started) / 1000),
    tests,
  };
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
const outcomes: Outcome[] = [];
await Promise.all(
  LANES.map(async (lane) => {
    for (const step of lane) outcomes.push(await runStep(step, 'in one piece'));
  }),
);
for (const step of SUITES) outcomes.push(await runStep(step, 'at once'));
// Of a machine that is gone after the run, what is printed is all that is left.
if (process.env['CI'] !== undefined) printFailedPages();

console.log('\nSummary');
for (const { name, status, seconds, tests } of outcomes) {
  const counted = tests.passed + tests.failed > 0 ? `, ${tests.passed} tests passed` : '';
  const failures = tests.failed > 0 ? `, ${tests.failed} failed` : '';
  console.log(`  ${status.padEnd(8)} ${name} (${seconds} s${counted}${failures})`);
}

const failedSteps = outcomes.filter(({ status }) => status !== 'passed');
const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, o) => total + o.tests[key], 0);
// A step without tests of its own (content, format, lint, types, build) counts as one.
const plainSteps = LANES.flat().map((step) => step.name);
const plainPassed = outcomes.filter((o) => plainSteps.includes(o.name) && o.status === 'passed');
const passed = sum('passed') + plainPassed.length;
const failed = Math.max(
  sum('failed') + (plainSteps.length - plainPassed.length),
  failedSteps.length,
);
console.log(`\nTests: ${passed} passed, ${failed} failed`);
process.exit(failedSteps.length === 0 ? 0 : 1);
