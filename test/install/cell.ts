import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findCluster, leftProcessesOf, processesOf } from '../bin/stage/data-folder.ts';
import { askAsPrinted } from '../bin/stage/printed-line.ts';
import { type Cell, canTest } from './cells.ts';
import type { Place } from './place.ts';

/** A command that takes longer is killed, and has failed. */
const STEP_MS_MAX = 300_000;
const STOP_MS_MAX = 60_000;
const TAIL_LINES = 20;
/** A test file without a store: it shows that Vitest starts, and with it the run's PostgreSQL. */
const SOME_TEST = 'test/src/kit/money.test.ts';

type Running = { child: ChildProcess; output(): string; until(text: string): Promise<void> };

/** Starts a program in a place, in a process group of its own. */
type Begin = (line: readonly string[], settings?: Record<string, string>) => Running;

/**
 * Installs, starts, calls, stops and tests the product as the README says. Throws at the first
 * difference.
 */
export async function tryCell(cell: Cell, place: Place, signal: AbortSignal): Promise<void> {
  const dataDir = join(place.home, 'data');
  const begin = beginIn(place, signal);
  try {
    const installed = await finish(begin, 'npm', 'ci');
    if (/EBADENGINE.*'hexlot@/.test(installed)) throw new Error(`npm ci: ${tail(installed)}`);

    // Like a terminal: npm, its shell and the service are signalled together. How npm and the shell
    // then end depends on their versions: some by the signal, and npm 11.5 with 1 before the
    // service ends.
    await tryService(begin, place, ['npm', 'start'], (pid) => process.kill(-pid, 'SIGINT'));
    // Like a service manager.
    const line = ['node', 'bin/hexlot.cjs', 'start'];
    const code = await tryService(begin, place, line, (pid) => process.kill(pid, 'SIGINT'));
    if (code !== 0) throw new Error(`${line.join(' ')} ends with ${code} at SIGINT`);

    await finish(begin, 'npm', 'run', 'hexlot', '--', '--version');
    await finish(begin, 'npm', 'run', 'typecheck', '--', '--version');
    await finish(begin, 'npm', 'run', 'lint', '--', '--help');
    if (canTest(cell)) await finish(begin, 'npm', 'test', '--', SOME_TEST);
  } finally {
    await clear(place, dataDir);
  }
}

/** Returns the exit code once everything that was started has ended in order. */
async function tryService(
  begin: Begin,
  place: Place,
  line: readonly string[],
  stop: (pid: number) => void,
): Promise<number | null> {
  const dataDir = join(place.home, 'data');
  const { child, output, until } = begin(line, { HEXLOT_PORT: '0', HEXLOT_DATA_DIR: dataDir });
  await until('Ctrl-C stops.');
  const answer = await askAsPrinted(output());
  if (answer.status !== 200)
    throw new Error(`the printed line is answered ${answer.status}: ${await answer.text()}`);
  stop(Number(child.pid));
  // Only after the last process with its output is gone.
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(STOP_MS_MAX) });
  if (!output().includes('Stopped.')) throw failure(line, code, output());
  const [left] = await leftProcessesOf(foldersOf(place, dataDir));
  if (left !== undefined) throw new Error(`left running after Ctrl-C: ${left.command}`);
  return code;
}

function beginIn({ folder, env, user }: Place, signal: AbortSignal): Begin {
  return ([program = '', ...args], settings = {}) => {
    const child = spawn(program, args, {
      ...{ cwd: folder, env: { ...env, ...settings }, ...user, detached: true },
      ...{ signal, timeout: STEP_MS_MAX, killSignal: 'SIGKILL' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part;
      });
    const output = () => stripVTControlCharacters(said);
    const until = (text: string) =>
      new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => said.includes(text) && resolve());
        child.on('error', reject);
        child.on('exit', (code, by) => reject(failure([program, ...args], code ?? by, output())));
      });
    return { child, output, until };
  };
}

/** Runs a program to its end and returns what it printed. */
async function finish(begin: Begin, ...line: string[]): Promise<string> {
  const { child, output } = begin(line);
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw failure(line, code ?? signal, output());
  return output();
}

function failure(line: readonly string[], ending: number | string | null, output: string): Error {
  return new Error(`${line.join(' ')} ends (${ending}):\n${tail(output)}`);
}

const tail = (output: string) => output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');

function foldersOf(place: Place, dataDir: string): string[] {
  return [place.home, findCluster(dataDir) ?? place.home];
}

/** In any case, nothing is left running and nothing is kept. */
async function clear(place: Place, dataDir: string): Promise<void> {
  const cluster = findCluster(dataDir);
  for (const { pid } of processesOf(foldersOf(place, dataDir))) end(pid);
  for (const folder of [place.home, cluster ?? place.home])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may have ended together with the previous one.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
