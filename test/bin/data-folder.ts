import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

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
export function processesOf(folders: readonly string[]): { pid: number; command: string }[] {
  if (!existsSync('/proc')) return [];
  const found: { pid: number; command: string }[] = [];
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
