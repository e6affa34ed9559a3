import { hash, randomBytes } from 'node:crypto';

export type KeyMode = 'live' | 'test';
export type KeyPrefix = 'pk_live_' | 'pk_test_';

/** 256 bits, which base64url writes as 43 characters. */
const SECRET_BYTES = 32;
const SECRET_PATTERN = /^pk_(?:live|test)_[A-Za-z0-9_-]{43}$/;

export function prefixOf(mode: KeyMode): KeyPrefix {
  return mode === 'live' ? 'pk_live_' : 'pk_test_';
}

/** A new random secret, such as `pk_live_…`: the prefix and 43 url-safe characters. */
export function newSecret(mode: KeyMode): string {
  return newSecrets()[mode];
}

/**
 * One new secret with the prefix of each mode, for callers that learn the mode of the key later.
 */
export function newSecrets(): Readonly<Record<KeyMode, string>> {
  const random = randomBytes(SECRET_BYTES).toString('base64url');
  return { live: prefixOf('live') + random, test: prefixOf('test') + random };
}

/** Whether the text has the form of a secret; the database is not asked about other texts. */
export function looksLikeSecret(text: string): boolean {
  return SECRET_PATTERN.test(text);
}

/** SHA-256 in hex. A plain hash is enough, because 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** The same hash as bytes, as the database stores it. */
export function secretDigest(secret: string): Buffer {
  return Buffer.from(hashSecret(secret), 'hex');
}
