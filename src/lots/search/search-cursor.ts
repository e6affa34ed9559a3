import { createHash } from 'node:crypto';
import { badField } from '../../errors.ts';

/** The last lot of a page of a sorted search: the next page begins after it. */
export type SearchPosition = { key: number; lotId: string };

const CURSOR =
  /^([0-9a-f]{16})_(-?[0-9.e+-]+|Infinity)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A position as opaque text; it is valid only for the same `query`. */
export function writeCursor(position: SearchPosition, query: unknown): string {
  const plain = `${fingerprint(query)}_${position.key}_${position.lotId}`;
  return Buffer.from(plain).toString('base64url');
}

/** Errors: BAD_REQUEST naming `cursor` when it is not a cursor, or belongs to another search. */
export function readCursor(cursor: string, query: unknown): SearchPosition {
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, mark, key, lotId] = CURSOR.exec(plain) ?? [];
  if (mark === undefined || key === undefined || lotId === undefined || Number.isNaN(Number(key)))
    throw badField('cursor', 'is not a cursor of this service');
  if (mark !== fingerprint(query)) throw badField('cursor', 'belongs to another search');
  return { key: Number(key), lotId };
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 16);
}
