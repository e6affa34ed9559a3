import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What a link to confirm an address ends with: nobody can guess it. */
export function newConfirmationToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of it. */
export function hashConfirmationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
