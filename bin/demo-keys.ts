import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '../src/keys/create-key.ts';
import type { Postgres } from '../src/stores/postgres.ts';

export type DemoKeys = { live: string; test: string };

const FILE = 'demo-keys.json';
const SCOPES = [
  'lots:read',
  'lots:write',
  'sessions:read',
  'sessions:write',
  'reservations:write',
  'fleet:write',
  'payouts:read',
  'intelligence',
];

type KeptKeys = DemoKeys & { operatorId: string; scopes: string[] };

/**
 * The two keys that `start` prints. The database keeps only their hashes, so they are kept in the
 * data directory, for its owner alone; where the file is gone, or its keys may do less than keys of
 * this version, two new ones are made.
 */
export async function demoKeys(
  db: Postgres,
  dataDir: string,
  operatorId: string,
): Promise<DemoKeys> {
  const path = join(dataDir, FILE);
  const known = await readKeys(path);
  if (known?.operatorId === operatorId && `${known.scopes}` === `${SCOPES}`) return known;
  const [live, test] = await Promise.all(
    (['live', 'test'] as const).map((mode) =>
      createKey(db, {
        operatorId,
        name: `demo ${mode}`,
        mode,
        scopes: SCOPES,
        actorId: 'hexlot start',
      }),
    ),
  );
  if (live === undefined || test === undefined) throw new Error('no demo keys were made');
  const keys: KeptKeys = { operatorId, scopes: SCOPES, live: live.secret, test: test.secret };
  await writeFile(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys;
}

async function readKeys(path: string): Promise<KeptKeys | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
