import { randomBytes } from 'node:crypto';

const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/** A code to read aloud, such as `7F3K-9Q2M`: without 0/O and 1/I/L; there are about 8.5e11. */
export function newSessionCode(): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    for (const byte of randomBytes(CODE_LENGTH)) {
      // Larger bytes are discarded, because 248 is the last multiple of 31: all letters are equally
      // likely.
      if (byte < 248 && code.length < CODE_LENGTH) code += CODE_ALPHABET[byte % 31];
    }
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
