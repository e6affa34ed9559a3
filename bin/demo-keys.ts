import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '../src/access/keys/create-key.ts';
import { SCOPES } from '../src/access/principals/scopes.ts';
import type { Postgres, Querier } from '../src/stores/postgres.ts';

export type DemoKeys = { live: string; test: string };

const FILE = 'demo-keys.json';

type KeptKeys = DemoKeys & { operatorId: string; scopes: readonly string[] };

/**
 * The two keys that `start` prints, which may do everything. The database stores only their hashes,
 * so the keys are stored in the data directory, readable by its owner only. When the file is gone,
 * or its keys have fewer rights than keys of this version, two new ones are made.
 */
export async function demoKeys(
  db: Postgres,
  dataDir: string,
  operatorId: string,
): Promise<DemoKeys> {
  const path = join(dataDir, FILE);
  const known = await readKeys(path);
  if (known?.operatorId === operatorId && `${known.scopes}` === `${SCOPES}`) return known;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    // In a transaction, so that there are no keys when the file cannot be written.
    const keys = await db.transaction(async (connection) => {
      const made: KeptKeys = {
        operatorId,
        scopes: SCOPES,
        live: await makeKey(connection, operatorId, 'live'),
        test: await makeKey(connection, operatorId, 'test'),
      };
      await writeFile(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
      return made;
    });
    await rename(draft, path);
    return keys;
  } finally {
    await rm(draft, { force: true });
  }
}

async function makeKey(
  connection: Querier,
  operatorId: string,
  mode: 'live' | 'test',
): Promise<string> {
  const key = { operatorId, name: `demo ${mode}`, mode, scopes: SCOPES, actorId: 'hexlot start' };
  return (await createKey(connection, key)).secret;
}

async function readKeys(path: string): Promise<KeptKeys | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
