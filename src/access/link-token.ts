import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What a link or a cookie contains: nobody can guess it. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256 of any text that may be a token: all that is stored of one. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
