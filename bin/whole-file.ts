import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file whole or, when that fails, not at all. */
export async function writeWhole(
  path: string,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(Readable.from(texts), createWriteStream(unfinished));
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
