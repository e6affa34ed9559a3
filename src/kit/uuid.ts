import { randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';

/** A UUIDv7 (RFC 9562): ids sort by the millisecond of their creation. */
export function newUuid(now = systemClock.now()): string {
  const hex = newUuidHex(now);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The 32 hex digits of a random UUID with the time in place of its first 48 bits. Node generates
 * random UUIDs in advance, so this is fast.
 */
export function newUuidHex(now: number): string {
  const random = randomUUID().replaceAll('-', '');
  return `${now.toString(16).padStart(12, '0')}7${random.slice(13)}`;
}
