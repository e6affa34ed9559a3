import { badField } from './errors.ts';

/** A part of a list, newest first; `nextCursor` asks for the next part. */
export type Page<T> = { rows: T[]; nextCursor: string | null };

/** `created_us`: when the row was created, in microseconds since 1970. */
export type ListedRow = { createdUs: number };

/** Makes a page from rows that were queried with a limit of one more than fits. */
export function toPage<Row extends ListedRow, T>(
  rows: readonly Row[],
  limit: number,
  { idOf, read }: { idOf(row: NoInfer<Row>): string; read(row: NoInfer<Row>): T },
): Page<T> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map(read),
    nextCursor: last ? writeCursor({ createdUs: last.createdUs, id: idOf(last) }) : null,
  };
}

/** The last row of a page: the next page begins after it. */
type Position = { createdUs: number; id: string };

/** 16 digits of microseconds reach from 1653 to 2286. */
const CURSOR = /^(-?\d{1,16})_([0-9a-z_-]+)$/;

/**
 * A position as opaque text. It contains the whole position, so reading on needs no look-up. A
 * cursor that was made up with the id of another operator's row only returns the caller's own rows
 * after that position.
 */
export function writeCursor({ createdUs, id }: Position): string {
  return Buffer.from(`${createdUs}_${id}`).toString('base64url');
}

/**
 * The parameters of a statement that continues after a cursor. Errors: BAD_REQUEST naming `cursor`.
 */
export function readCursor(
  cursor: string | null,
  idPattern: RegExp,
): { afterUs: string | null; afterId: string | null } {
  if (cursor === null) return { afterUs: null, afterId: null };
  const plain = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdUs, id] = CURSOR.exec(plain) ?? [];
  if (createdUs === undefined || id === undefined || !idPattern.test(id))
    throw badField('cursor', 'is not a next_cursor');
  return { afterUs: createdUs, afterId: id };
}
