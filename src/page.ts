import { badField } from './errors.ts';

/** Part of a list, newest first; `nextCursor` asks for the part after it. */
export type Page<T> = { rows: T[]; nextCursor: string | null };

/** `created_us`: when it was created, in microseconds since 1970. */
export type ListedRow = { created_us: number };

/** A page out of rows that were asked for one more than fits. */
export function toPage<Row extends ListedRow, T>(
  rows: readonly Row[],
  limit: number,
  { idOf, read }: { idOf(row: NoInfer<Row>): string; read(row: NoInfer<Row>): T },
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map(read),
    nextCursor: last ? writeCursor({ createdUs: last.created_us, id: idOf(last) }) : null,
  };
}

/** Where a page ended: the next one begins after this place. */
export type Position = { createdUs: number; id: string };

/** 16 digits of microseconds reach from 1653 to 2286. */
const CURSOR = /^(-?\d{1,16})_([0-9a-z_-]+)$/;

/**
 * Opaque text for a position. It says all there is to know of it, so that to read on nothing is
 * looked up: one made up for something of somebody else finds what lies after that place, no more.
 */
export function writeCursor({ createdUs, id }: Position): string {
  return Buffer.from(`${createdUs}_${id}`).toString('base64url');
}

/** The parameters of a statement that reads on; errors: BAD_REQUEST naming `cursor`. */
export function readCursor(
  cursor: string | null,
  idPattern: RegExp,
): { after_us: string | null; after_id: string | null } {
  if (cursor === null) return { after_us: null, after_id: null };
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdUs, id] = CURSOR.exec(plain) ?? [];
  if (createdUs === undefined || id === undefined || !idPattern.test(id))
    throw badField('cursor', 'is not a next_cursor');
  return { after_us: createdUs, after_id: id };
}
