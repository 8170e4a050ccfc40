/**
 * Everything that has to hold before a commit is pushed, in the order in which it fails fastest.
 * Ends with one summary; a failed step does not keep the later ones from being run and reported,
 * apart from the browser tests, which need the build.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'test-results';

interface Step {
  name: string;
  command: string[];
  /** Where the step's runner writes its JSON report, for the count of tests. */
  report?: string;
  /** Not run when this earlier step has failed. */
  needs?: string;
}

const steps: Step[] = [
  // What editors have saved: all other tests bring content of their own.
  { name: 'content', command: ['node', 'scripts/check-content.ts'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  // Before the linter, which reads the types that this writes for the content collections.
  { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'hint'] },
  { name: 'lint', command: ['eslint', '--max-warnings', '0', '.'] },
  { name: 'unit', command: ['vitest', 'run'], report: `${REPORTS}/unit.json` },
  { name: 'build', command: ['node', 'scripts/build-for-tests.ts'] },
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

function runStep(step: Step, earlier: Outcome[]): Outcome {
  const none = { passed: 0, failed: 0 };
  if (earlier.some(({ name, status }) => name === step.needs && status !== 'passed')) {
    return { name: step.name, status: 'skipped', seconds: 0, tests: none };
  }
  console.log(`\n▶ ${step.name}: ${step.command.join(' ')}`);
  const started = performance.now();
  const [command = '', ...args] = step.command;
  const passed = spawnSync(command, args, { stdio: 'inherit' }).status === 0;
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

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(runStep(step, outcomes));

console.log('\nSummary');
for (const { name, status, seconds, tests } of outcomes) {
  const counted = tests.passed + tests.failed > 0 ? `, ${tests.passed} tests passed` : '';
  const failures = tests.failed > 0 ? `, ${tests.failed} failed` : '';
  console.log(`  ${status.padEnd(8)} ${name} (${seconds} s${counted}${failures})`);
}

const failedSteps = outcomes.filter(({ status }) => status !== 'passed');
const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, o) => total + o.tests[key], 0);
// A step without tests of its own (content, format, lint, types, build) counts as one.
const plainSteps = steps.filter((step) => step.report === undefined).map((step) => step.name);
const plainPassed = outcomes.filter((o) => plainSteps.includes(o.name) && o.status === 'passed');
const passed = sum('passed') + plainPassed.length;
const failed = Math.max(
  sum('failed') + (plainSteps.length - plainPassed.length),
  failedSteps.length,
);
console.log(`\nTests: ${passed} passed, ${failed} failed`);
process.exit(failedSteps.length === 0 ? 0 : 1);
