import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What the data directory stores about its PostgreSQL between runs; `postgres.json`, mode 0600. */
export type ClusterRecord = {
  /** Loopback port of the last start, preferred at the next one. */
  port: number;
  password: string;
  /** Relative when it is inside the data directory, so that both can be moved together. */
  clusterDir: string;
  binariesDir: string;
  /** Version of the binaries used last. */
  version: string;
};

const PASSWORD_BYTES = 24;

export function recordPath(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/** undefined when there is none; throws when it cannot be read or understood. */
export async function readRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const path = recordPath(dataDir);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as ClusterRecord;
  } catch (error) {
    throw new Error(`${path} is damaged: ${String(error)}`, { cause: error });
  }
}

/**
 * Writes the first record, with a new password. When several processes do so at once, all return
 * the first one's.
 */
export async function createRecord(
  dataDir: string,
  first: Omit<ClusterRecord, 'password'>,
): Promise<ClusterRecord> {
  const record = { ...first, password: randomBytes(PASSWORD_BYTES).toString('hex') };
  const draft = await writeDraft(dataDir, record);
  try {
    await link(draft, recordPath(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readRecord(dataDir)) ?? record;
}

/** Replaces the record in one step: a reader sees the old one or the new one. */
export async function replaceRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  await rename(await writeDraft(dataDir, record), recordPath(dataDir));
}

async function writeDraft(dataDir: string, record: ClusterRecord): Promise<string> {
  const path = `${recordPath(dataDir)}.${randomBytes(4).toString('hex')}`;
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(record, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}
