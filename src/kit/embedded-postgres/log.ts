import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** Limit of each log file of the server: one per weekday, and its output while it starts. */
const LOG_BYTES_MAX = 4 * 2 ** 20;

/** Empties the logs of the server in `clusterDir` that exceed the limit. */
export async function boundServerLogs(clusterDir: string): Promise<void> {
  const dir = join(clusterDir, 'log');
  const names = await readdir(dir).catch(() => []);
  for (const path of [join(clusterDir, 'start.log'), ...names.map((name) => join(dir, name))]) {
    const size = (await stat(path).catch(() => undefined))?.size ?? 0;
    // Safe while the server runs, because it appends at the current end of the file.
    if (size > LOG_BYTES_MAX) await truncate(path).catch(() => undefined);
  }
}
