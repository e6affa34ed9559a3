import { createHash } from 'node:crypto';
import { badField } from '../../../../kit/errors.ts';

/**
 * The last lot of a page, in the order in which lots are taken: by `key`, then by its rank among
 * its operator's lots, then by distance and id. The next page begins after it.
 */
export type SearchPosition = { key: number; rank: number; distanceM: number; lotId: string };

const NUMBER = '(-?[0-9.e+-]+|Infinity)';
const UUID = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const CURSOR = new RegExp(`^([0-9a-f]{16})_${NUMBER}_${NUMBER}_${NUMBER}_${UUID}$`);

/** A position as opaque text; it is valid only for the same `query`. */
export function writeCursor(position: SearchPosition, query: unknown): string {
  const { key, rank, distanceM, lotId } = position;
  const plain = [fingerprint(query), key, rank, distanceM, lotId].join('_');
  return Buffer.from(plain).toString('base64url');
}

/** Errors: BAD_REQUEST naming `cursor` when it is not a cursor, or belongs to another search. */
export function readCursor(cursor: string, query: unknown): SearchPosition {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, mark, ...parts] = CURSOR.exec(plain) ?? [];
  const lotId = parts.pop();
  const [key = NaN, rank = NaN, distanceM = NaN] = parts.map(Number);
  if (mark === undefined || lotId === undefined || [key, rank, distanceM].some(Number.isNaN))
    throw badField(
      'cursor',
      'is not a cursor of this version of the service; search again without it',
    );
  if (mark !== fingerprint(query)) throw badField('cursor', 'belongs to another search');
  return { key, rank, distanceM, lotId };
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 16);
}
