import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Mutant } from './mutant.ts';

/**
 * The result of running tests. `broken` proves nothing about the bug: the tests did not run, took
 * too long, or failed for another reason than an assertion.
 */
export type Trial = { outcome: 'passed' | 'failed' | 'broken'; detail: string };

const COPIED = [
  'api',
  'bin',
  'docs',
  'pipelines',
  'sql',
  'src',
  'test',
  'package.json',
  'vitest.config.ts',
  'vitest.faults.config.ts',
];
/** How long a test file may take. */
const FILE_MS_MAX = 60_000;
/** Fault tests take longer, because they start and kill processes. */
const FAULT_FILE_MS_MAX = 600_000;
const DETAIL_CHARACTERS_MAX = 200;
/**
 * Messages of failed assertions, and of refusals and failed checks that no test expected, also of
 * the database and of what is compared when a test database is dropped.
 */
const VERDICTS = [
  ...['AssertionError', 'AppError', 'CheckFailed'],
  ...['Error: promise re', 'Error: expected ', 'Error: Property failed'],
  ...['Error: the ledger ', 'the ledger ', 'error: plates are '],
];
const isVerdict = (message: string) => VERDICTS.some((start) => message.startsWith(start));
/** Messages about code that is not valid with the bug in it. */
const IS_NONSENSE = /(Syntax|Type|Reference)Error|syntax error|does not exist|could not determine/;

/**
 * Copies the part of the tree at `from` that the tests need, so that later changes do not matter.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await Promise.all(
    COPIED.map((name) => cp(join(from, name), join(to, name), { recursive: true })),
  );
  await symlink(resolve(from, 'node_modules'), join(to, 'node_modules'));
}

/** Runs the mutant's tests in a copy of `tree` with its bug, and removes the copy. */
export async function tryMutant(mutant: Mutant, tree: string, signal: AbortSignal): Promise<Trial> {
  const copy = `${tree}-${mutant.name}`;
  try {
    await copyTree(tree, copy);
    await writeFile(join(copy, mutant.file), await mutate(mutant, tree));
    return await runTests(copy, mutant.tests, signal);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** The text of the mutant's file with its bug. Throws unless it has exactly one place for it. */
export async function mutate(mutant: Mutant, tree: string): Promise<string> {
  const { name, file, find, replace } = mutant;
  const [before = '', after, ...others] = (await readFile(join(tree, file), 'utf8')).split(find);
  if (after === undefined || others.length > 0)
    throw new Error(`${name}: its text must stand in ${file} exactly once`);
  return before + replace + after;
}

const isFaultTest = (test: string) => test.startsWith('test/faults/');

/** Runs test files of `tree`, the fault tests last. Returns the first result that is not passed. */
export async function runTests(
  tree: string,
  tests: readonly string[],
  signal: AbortSignal,
): Promise<Trial> {
  const usual = tests.filter((test) => !isFaultTest(test));
  const faults = tests.filter(isFaultTest);
  let trial: Trial = { outcome: 'passed', detail: '' };
  if (usual.length > 0) trial = await runFiles(tree, usual, FILE_MS_MAX, signal);
  if (trial.outcome !== 'passed' || faults.length === 0) return trial;
  const more = ['--config', 'vitest.faults.config.ts'];
  return runFiles(tree, faults, FAULT_FILE_MS_MAX, signal, more);
}

/** Runs test files of `tree` on a PostgreSQL server of their own. */
async function runFiles(
  tree: string,
  tests: readonly string[],
  fileMsMax: number,
  signal: AbortSignal,
  more: readonly string[] = [],
): Promise<Trial> {
  const reportPath = `${tree}.json`;
  const args = ['run', '--bail=1', '--maxWorkers=1', '--cache=false', '--fsModuleCache=false'];
  const output = await run(
    [...args, ...more, '--reporter=json', `--outputFile=${reportPath}`, ...tests],
    tree,
    fileMsMax * tests.length,
    signal,
  );
  const report = await readFile(reportPath, 'utf8').catch(() => undefined);
  if (report === undefined) return { outcome: 'broken', detail: cut(output) };
  await rm(reportPath);
  const { testResults } = JSON.parse(report) as Report;
  const trial = judge(testResults);
  const isWhole = trial.outcome !== 'passed' || testResults.length === tests.length;
  return isWhole ? trial : { outcome: 'broken', detail: cut(`not all files ran: ${output}`) };
}

/** Runs Vitest. Returns its error output, or that it took too long. */
async function run(
  args: string[],
  cwd: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd, signal, timeout: timeoutMs, killSignal: 'SIGKILL' as const };
  return new Promise((done) => {
    execFile(process.execPath, [vitest, ...args], options, (error, _stdout, stderr) => {
      const isLate = error?.killed === true;
      done(isLate ? `took longer than ${timeoutMs / 1_000} s` : stderr || 'said nothing');
    });
  });
}

/** The parts of Vitest's JSON report that are read here. */
type Report = {
  testResults: {
    message: string;
    status: 'passed' | 'failed';
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

function judge(files: Report['testResults']): Trial {
  const failures = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ title: test.fullName, message: test.failureMessages.join('\n') })),
  );
  const verdict = failures.find(({ message }) => isVerdict(message) && !IS_NONSENSE.test(message));
  if (verdict !== undefined) return { outcome: 'failed', detail: verdict.title };
  const [other] = failures;
  if (other !== undefined)
    return { outcome: 'broken', detail: cut(`${other.title}: ${other.message}`) };
  // It did not begin, or a look at the end of its database found what no test did.
  const failed = files.find((file) => file.status === 'failed');
  if (failed !== undefined) {
    const outcome = isVerdict(failed.message) ? 'failed' : 'broken';
    return { outcome, detail: cut(failed.message) };
  }
  return { outcome: 'passed', detail: '' };
}

function cut(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, DETAIL_CHARACTERS_MAX);
}
