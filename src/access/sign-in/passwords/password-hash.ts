import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../../kit/errors.ts';
import { atMost, TooManyWaiting } from '../../../kit/pool/at-most.ts';

/** As OWASP's cheat sheet on storing passwords asks for at least (Argon2id). */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The only version of Argon2 that is computed here: 1.3. */
const VERSION = 19;

/** Each takes one of the few threads of this process, which others need too. */
const AT_ONCE_MAX = 2;
/** More than these would wait longer than anybody does. */
const WAITING_MAX = 50;
const RETRY_SECONDS = 5;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);
const inTurn = atMost(AT_ONCE_MAX, WAITING_MAX);

type Parameters = { memory: number; passes: number; parallelism: number };
const PARAMETERS: Parameters = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES };

/**
 * A password as it is stored: Argon2id as a PHC string. Errors: INTERNAL (503) when very many wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await compute(password, salt, HASH_BYTES, PARAMETERS);
  const settings = `m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;
  return `$argon2id$v=${VERSION}$${settings}$${base64(salt)}$${base64(hash)}`;
}

/**
 * Whether it is the password that was stored. Takes as long where none was stored (null), and is
 * false then. Errors: those of `hashPassword`; a stored text that is none throws.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { parameters, salt, hash } = stored === null ? DUMMY : readPhc(stored);
  const computed = await compute(password, salt, hash.length, parameters);
  return timingSafeEqual(computed, hash) && stored !== null;
}

/** What the passwords of nobody are compared with. */
const DUMMY = {
  parameters: PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
};

function readPhc(stored: string): typeof DUMMY {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password is no hash');
  return {
    parameters: {
      ...{ memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

async function compute(
  password: string,
  nonce: Buffer,
  tagLength: number,
  parameters: Parameters,
): Promise<Buffer> {
  // The same characters may be typed in several ways.
  const message = password.normalize('NFKC');
  try {
    return await inTurn(() => derive('argon2id', { message, nonce, tagLength, ...parameters }));
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new AppError('INTERNAL', 'too many sign in at this moment; try again soon', {
      status: 503,
      headers: { 'Retry-After': String(RETRY_SECONDS) },
    });
  }
}

/** As PHC strings write it: without padding. */
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
