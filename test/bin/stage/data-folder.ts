import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../../src/kit/clock.ts';

/**
 * PostgreSQL has stopped when its lock file is gone; its last two processes, the server and its
 * logger, end a moment later.
 */
const LAST_PROCESSES_END_MS = 5_000;
const POLL_MS = 10;

export type ProcessLine = { pid: number; command: string };

/** The folder of a data directory's database, which may be outside of it; undefined: none. */
export function findCluster(dataDir: string): string | undefined {
  const record = join(dataDir, 'postgres.json');
  if (!existsSync(record)) return undefined;
  return resolve(dataDir, JSON.parse(readFileSync(record, 'utf8')).clusterDir);
}

/**
 * Processes that work in one of `folders`, or were started with its name. Empty on systems without
 * `/proc`.
 */
export function processesOf(folders: readonly string[]): ProcessLine[] {
  if (!existsSync('/proc')) return [];
  const found: ProcessLine[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      const texts = [command, environment, readlinkSync(`/proc/${pid}/cwd`)];
      if (folders.some((folder) => texts.some((text) => text.includes(folder))))
        found.push({ pid: Number(pid), command });
    } catch {
      // It ended in the meantime, or belongs to another user.
    }
  }
  return found;
}

/** Those of `processesOf(folders)` that are still there when a stopped server has ended. */
export async function leftProcessesOf(folders: readonly string[]): Promise<ProcessLine[]> {
  const begunAt = monotonicMs();
  let left = processesOf(folders);
  while (left.length > 0 && monotonicMs() - begunAt < LAST_PROCESSES_END_MS) {
    await sleep(POLL_MS);
    left = processesOf(folders);
  }
  return left;
}
