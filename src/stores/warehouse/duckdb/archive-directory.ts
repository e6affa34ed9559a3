import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newUuid } from '../../../kit/uuid.ts';
import type { Damage, PackedFile } from '../warehouse.ts';

/** The part of a name that a file has until it is whole. */
const UNFINISHED = '.unfinished';

type Bytes = Pick<PackedFile, 'fileName' | 'byteCount' | 'sha256'>;

/**
 * Creates a file that is either whole and safe on the disk under its name, or not there. `write`
 * writes it to a path; `onWritten` is called before the file gets its name. Removes what earlier
 * calls that were cut off have left.
 */
export async function createFile(
  directory: string,
  source: string,
  write: (path: string) => Promise<void>,
  onWritten: () => void,
): Promise<Bytes> {
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory))
    if (name.endsWith(UNFINISHED)) await rm(join(directory, name), { force: true });
  const fileName = `${source}-${newUuid()}.parquet`;
  const path = join(directory, fileName);
  try {
    await write(`${path}${UNFINISHED}`);
    await makeSafe(`${path}${UNFINISHED}`);
    onWritten();
    const { size } = await stat(`${path}${UNFINISHED}`);
    const sha256 = await hashFile(`${path}${UNFINISHED}`);
    await rename(`${path}${UNFINISHED}`, path);
    await makeSafe(directory);
    return { fileName, byteCount: size, sha256 };
  } catch (error) {
    await rm(`${path}${UNFINISHED}`, { force: true });
    throw error;
  }
}

/** What is wrong with a file. Reads all of it only when `isThorough`. */
export async function inspectFile(
  directory: string,
  { fileName, byteCount, sha256 }: Bytes,
  isThorough: boolean,
): Promise<Damage | undefined> {
  const path = join(directory, fileName);
  try {
    if ((await stat(path)).size !== byteCount) return 'changed';
    return isThorough && (await hashFile(path)) !== sha256 ? 'changed' : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}

async function makeSafe(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}
