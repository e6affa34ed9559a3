import { systemClock } from '../kit/clock.ts';
import { newUuidHex } from '../kit/uuid.ts';

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
  | 'fnd'
  | 'wh'
  | 'del'
  | 'man'
  | 'inv'
  | 'era'
  | 'spare'
  | 'per'
  | 'mem'
  | 'ivt'
  | 'sgn'
  | 'psk';

/** A prefixed id such as `ses_0199…`: the prefix, then a UUIDv7 in 32 hex digits. */
export function newId(prefix: IdPrefix, now = systemClock.now()): string {
  return `${prefix}_${newUuidHex(now)}`;
}
