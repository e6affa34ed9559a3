import { randomBytes, randomUUID } from 'node:crypto';
import { systemClock } from './kit/clock.ts';

export type IdPrefix =
  | 'ses'
  | 'evt'
  | 'key'
  | 'agt'
  | 'op'
  | 'use'
  | 'hold'
  | 'dsp'
  | 'rate'
  | 'rule'
  | 're'
  | 'wh'
  | 'del'
  | 'man';

/** A lot id: a plain UUIDv7 (RFC 9562), so that ids sort by the millisecond of their creation. */
export function newUuid(now = systemClock.now()): string {
  const hex = newUuidHex(now);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A prefixed id such as `ses_0199…`: the prefix, then a UUIDv7 in 32 hex digits. */
export function newId(prefix: IdPrefix, now = systemClock.now()): string {
  return `${prefix}_${newUuidHex(now)}`;
}

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

/**
 * A random UUID with the time in place of its first 48 bits. Node generates random UUIDs in
 * advance, so this is fast.
 */
function newUuidHex(now: number): string {
  const random = randomUUID().replaceAll('-', '');
  return `${now.toString(16).padStart(12, '0')}7${random.slice(13)}`;
}
