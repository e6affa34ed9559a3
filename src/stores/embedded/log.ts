import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** Of each of the server's log files: one a weekday, and what it says while it starts. */
const LOG_BYTES_MAX = 4 * 2 ** 20;

/** Empties the logs of the server in `clusterDir` that have outgrown their size. */
export async function boundServerLogs(clusterDir: string): Promise<void> {
  const dir = join(clusterDir, 'log');
  const names = await readdir(dir).catch(() => []);
  for (const path of [join(clusterDir, 'start.log'), ...names.map((name) => join(dir, name))]) {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    // The server appends wherever the end is.
    if (size > LOG_BYTES_MAX) await truncate(path).catch(() => undefined);
  }
}
