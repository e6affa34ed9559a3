import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { leftProcessesOf, type ProcessLine, processesOf } from './data-folder.ts';
import { environmentWith } from './run-hexlot.ts';

/** A running command, in a process group of its own as a shell starts it. */
export type RunningCommand = {
  child: ChildProcess;
  printed(): string;
  said(): string;
  /** Resolves once the condition holds; throws when the command ends before that. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Sends the signal to its whole group, like a terminal, and waits for its end. */
  interrupt(...signals: NodeJS.Signals[]): Promise<[code: number | null, signal: string | null]>;
};

/** A data directory with the embedded PostgreSQL, and the commands that are run on it. */
export type StartStage = {
  dataDir: string;
  run(args: readonly string[], settings?: Record<string, string>): RunningCommand;
  /** Command lines of processes that work in the data directory, or serve its roles. */
  processes(): string[];
  /** Those of `processes` that do not end by themselves. */
  leftProcesses(): Promise<string[]>;
  close(): Promise<void>;
};

const POLL_MS = 10;

export async function openStartStage(parent = tmpdir()): Promise<StartStage> {
  const home = await mkdtemp(join(parent, 'hexlot-start-'));
  // Temporary directories are closed to other users, but PostgreSQL's user must enter this one.
  await chmod(home, 0o711);
  const dataDir = join(home, 'data');
  const commands: ChildProcess[] = [];
  return {
    dataDir,
    run(args, settings = {}) {
      const command = runCommand(args, { HEXLOT_DATA_DIR: dataDir, HEXLOT_PORT: '0', ...settings });
      commands.push(command.child);
      return command;
    },
    processes: () => commandsOf(processesOf([dataDir])),
    leftProcesses: async () => commandsOf(await leftProcessesOf([dataDir])),
    async close() {
      for (const child of commands) child.kill('SIGKILL');
      // PostgreSQL notices a little later that it is to end, and may still write.
      await rm(home, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

const commandsOf = (processes: readonly ProcessLine[]) => processes.map(({ command }) => command);

function runCommand(args: readonly string[], settings: Record<string, string>): RunningCommand {
  const child = spawn(process.execPath, ['bin/hexlot.ts', ...args], {
    env: environmentWith(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  return {
    child,
    printed: () => stdout,
    said: () => stderr,
    async until(condition) {
      while (!(await condition())) {
        if (child.exitCode !== null) throw new Error(`it ended: ${stdout}${stderr}`);
        await sleep(POLL_MS);
      }
    },
    interrupt(...signals) {
      for (const signal of signals) process.kill(-Number(child.pid), signal);
      return ended;
    },
  };
}
