import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from '../src/kit/read-setting.ts';

/**
 * Throws ConfigError naming the variable unless files can be created in `dir` or, when `dir` does
 * not exist, in the folder in which it would be created.
 */
export async function checkWritable(variable: string, dir: string): Promise<void> {
  try {
    const there = await nearestDir(dir);
    await rmdir(await mkdtemp(join(there, '.hexlot-')));
  } catch (error) {
    throw new ConfigError(variable, `${dir} cannot be written`, { cause: error });
  }
}

async function nearestDir(dir: string): Promise<string> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return nearestDir(dirname(dir));
  if (!found.isDirectory()) throw new Error(`${dir} is not a directory`);
  return dir;
}
