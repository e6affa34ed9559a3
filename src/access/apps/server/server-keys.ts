import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Postgres, Querier } from '../../../stores/postgres.ts';

/** A signing key is replaced after so many days. */
const ROTATE_DAYS = 90;
/** How long a new key is published before it signs, so that all who verify know it by then. */
const PUBLISH_SECONDS = 86_400;
/** How long a key is kept once another one signs: longer than all that it signed is valid. */
const KEEP_SECONDS = 86_400;
const COOKIE_KEY_BYTES = 32;
const KEY_ID_BYTES = 12;

/** ECDSA with P-256 and SHA-256. */
export const SIGNING_ALGORITHM = 'ES256';

type ServerKey = Readonly<{
  keyId: string;
  /** The private key. */
  jwk: Readonly<{ kty: 'EC'; crv: string; x: string; y: string; d: string }>;
  /** With which cookies are signed. */
  cookieKey: string;
}>;

/** What the authorisation server signs with. */
export type ServerKeys = Readonly<{
  /** All that are published, those that sign from now on or later first. */
  keys: readonly ServerKey[];
  /** The id of the one that signs tokens now. */
  signingKeyId: string;
}>;

type Row = { keyId: string; serverSecret: string; isSigning: boolean; isOld: boolean };

/**
 * The keys of this database: made where there are none yet, and one more where the newest is old.
 * Of processes that find so at once, one makes it.
 */
export async function readServerKeys(db: Postgres): Promise<ServerKeys> {
  if (db.plates === undefined) throw new Error('this process has no key that seals secrets');
  const rows = await list(db);
  if (!isDue(rows)) return open(rows);
  await db.transaction(async (connection) => {
    await connection.query('oauth_keys_lock');
    const current = await list(connection);
    if (isDue(current)) await make(connection, current.length === 0);
  });
  return open(await list(db));
}

const list = (db: Querier) => db.query<Row>('oauth_keys_list', { rotateDays: ROTATE_DAYS });

function isDue(rows: readonly Row[]): boolean {
  return !rows.some(({ isOld }) => !isOld);
}

/** The first key of all signs at once: nobody can know another. */
async function make(connection: Querier, isFirst: boolean): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  const cookieKey = randomBytes(COOKIE_KEY_BYTES).toString('base64url');
  await connection.query('oauth_keys_insert', {
    keyId: randomBytes(KEY_ID_BYTES).toString('base64url'),
    serverSecret: JSON.stringify({ jwk, cookieKey }),
    publishSeconds: isFirst ? 0 : PUBLISH_SECONDS,
    keepSeconds: KEEP_SECONDS,
  });
}

function open(rows: readonly Row[]): ServerKeys {
  const keys = rows.map(({ keyId, serverSecret }): ServerKey => {
    const { jwk, cookieKey } = JSON.parse(serverSecret);
    return { keyId, jwk, cookieKey };
  });
  const signing = rows.find(({ isSigning }) => isSigning);
  if (signing === undefined) throw new Error('the authorisation server has no key that signs');
  return { keys, signingKeyId: signing.keyId };
}
