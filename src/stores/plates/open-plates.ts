import pg from 'pg';
import { ConfigError } from '../../kit/read-setting.ts';
import { bind, loadQuery } from '../sql.ts';
import { newDataKey, unwrapKey, wrapKey } from './data-key.ts';
import { createPlateCipher } from './plate-cipher.ts';
import { createPlateSeal, type PlateSeal } from './plate-seal.ts';

/**
 * How far the sealing of stored plates is. `plain`: plates are still written as processes of the
 * version before read them; `sealing`: all are written sealed, and some are still stored plain.
 */
export type SealStage = 'plain' | 'sealing' | 'sealed';

/** Where the keys come from that wrap the data key. */
export type WrappingKeys = {
  /** Of the variable or the file, for messages. */
  name: string;
  /** Any may open; the first one wraps. They are read once it is known whether there is a key. */
  read(): Promise<readonly Buffer[]>;
  /** Makes and keeps a key for a database that has none yet. */
  make?: () => Promise<Buffer>;
};

type KeyRow = { wrapped: Buffer; stage: SealStage };

const CONNECT_TIMEOUT_MS = 10_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Opens the data key of a migrated database, and makes it where there is none yet. Throws
 * ConfigError naming the variable, or the file, whose keys do not open it.
 */
export async function openPlates(
  connectionString: string,
  wrapping: WrappingKeys,
): Promise<PlateSeal> {
  const client = new pg.Client({
    connectionString,
    application_name: 'hexlot opens plates',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const row = (await findKey(client)) ?? (await makeKey(client, wrapping));
    const keys = await wrapping.read();
    const dataKey = unwrapKey(row.wrapped, keys);
    if (dataKey === undefined) throw unopened(wrapping.name, keys);
    return createPlateSeal(createPlateCipher(dataKey), { isWhole: row.stage === 'sealed' });
  } finally {
    await client.end();
  }
}

function unopened(name: string, keys: readonly Buffer[]): ConfigError {
  const lost = 'without it no plate in this database can be read';
  return keys.length === 0
    ? new ConfigError(name, `is gone: ${lost}. Put it back from a backup`)
    : new ConfigError(name, `is not the key of this database: ${lost}`);
}

async function findKey(client: pg.Client): Promise<KeyRow | undefined> {
  return (await client.query<KeyRow>(loadQuery('plate_keys_find').text)).rows[0];
}

/** Another process may make it at the same moment: then it is that one's. */
async function makeKey(client: pg.Client, wrapping: WrappingKeys): Promise<KeyRow> {
  const keys = await wrapping.read();
  const key = keys[0] ?? (await wrapping.make?.());
  if (key === undefined) throw unopened(wrapping.name, keys);
  const insert = loadQuery('plate_keys_insert');
  const values = bind(insert, { wrapped: wrapKey(newDataKey(), key) });
  await client.query(insert.text, values).catch((error: unknown) => {
    const isRefused = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
    if (!isRefused) throw error;
    throw new Error('the database has no key of plates yet: run hexlot migrate', { cause: error });
  });
  const made = await findKey(client);
  if (made === undefined) throw new Error('the key of plates was not stored');
  return made;
}
