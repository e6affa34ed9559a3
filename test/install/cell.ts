import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findCluster, processesOf } from '../bin/data-folder.ts';
import { askAsPrinted } from '../bin/printed-line.ts';
import { type Cell, canTest } from './cells.ts';
import type { Place } from './place.ts';

/** A command that takes longer is ended, and has failed. */
const STEP_MS_MAX = 300_000;
const TAIL_LINES = 20;
/** A file that needs no store: it shows that Vitest starts, and with it the run's PostgreSQL. */
const SOME_TEST = 'test/src/money.test.ts';

/** Runs npm in a place: to its end, or until the caller ends it. */
type Npm = {
  begin(args: string[], settings?: Record<string, string>): Running;
  /** Returns what it printed. */
  finish(...args: string[]): Promise<string>;
};

type Running = { child: ChildProcess; output(): string; until(text: string): Promise<void> };

/** Installs, starts, asks, stops and tests as the README says. Throws what went otherwise. */
export async function tryCell(cell: Cell, place: Place, signal: AbortSignal): Promise<void> {
  const dataDir = join(place.home, 'data');
  const npm = npmIn(place, signal);
  try {
    const installed = await npm.finish('ci');
    if (/EBADENGINE.*'hexlot@/.test(installed)) throw new Error(`npm ci: ${tail(installed)}`);
    await tryService(npm, place, dataDir);
    await npm.finish('run', 'hexlot', '--', '--version');
    await npm.finish('run', 'typecheck', '--', '--version');
    await npm.finish('run', 'lint', '--', '--help');
    if (canTest(cell)) await npm.finish('test', '--', SOME_TEST);
  } finally {
    await clear(place, dataDir);
  }
}

async function tryService(npm: Npm, place: Place, dataDir: string): Promise<void> {
  const service = npm.begin(['start'], { HEXLOT_PORT: '0', HEXLOT_DATA_DIR: dataDir });
  const ended = once(service.child, 'exit');
  await service.until('Ctrl-C stops.');
  const answer = await askAsPrinted(service.output());
  if (answer.status !== 200)
    throw new Error(`the printed line is answered ${answer.status}: ${await answer.text()}`);
  // As a terminal does: npm, its shell and what that runs are told.
  process.kill(-Number(service.child.pid), 'SIGINT');
  const [code, signal] = await ended;
  // Some shells end by the signal they got themselves, once what they run has ended with 0.
  const isTidy = service.output().includes('Stopped.') && (code === 0 || signal === 'SIGINT');
  if (!isTidy) throw failure(['start'], code ?? signal, service.output());
  const [left] = leftRunning(place, dataDir);
  if (left !== undefined) throw new Error(`left running after Ctrl-C: ${left.command}`);
}

function npmIn({ folder, env, user }: Place, signal: AbortSignal): Npm {
  const begin: Npm['begin'] = (args, settings = {}) => {
    const child = spawn('npm', args, {
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
        child.on('exit', (code, signal) => reject(failure(args, code ?? signal, output())));
      });
    return { child, output, until };
  };
  return {
    begin,
    async finish(...args) {
      const { child, output } = begin(args);
      const [code, signal] = await once(child, 'close');
      if (code !== 0) throw failure(args, code ?? signal, output());
      return output();
    },
  };
}

function failure(args: string[], ending: number | string | null, output: string): Error {
  return new Error(`npm ${args.join(' ')} ends (${ending}):\n${tail(output)}`);
}

const tail = (output: string) => output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');

function leftRunning(place: Place, dataDir: string) {
  return processesOf([place.home, findCluster(dataDir) ?? place.home]);
}

/** Whatever happened: nothing runs on, and nothing is kept. */
async function clear(place: Place, dataDir: string): Promise<void> {
  const cluster = findCluster(dataDir);
  for (const { pid } of leftRunning(place, dataDir)) end(pid);
  for (const folder of [place.home, cluster ?? place.home])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may have ended with the one before.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
