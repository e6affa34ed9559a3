import type { Postgres, Querier } from './postgres.ts';

/**
 * A place in an append-only table whose rows are read by transaction, then by id: everything before
 * it has been read. Both are decimal numbers.
 */
export type ReadingPosition = { tx: string; id: string };

/** Whether one row of a table is after another. */
export function isAfter(one: ReadingPosition, other: ReadingPosition): boolean {
  const [tx, otherTx] = [BigInt(one.tx), BigInt(other.tx)];
  return tx === otherTx ? BigInt(one.id) > BigInt(other.id) : tx > otherTx;
}

/** The position of a row whose first two columns it is. Throws when there is none. */
export function positionOf(row: readonly (string | null)[] | undefined): ReadingPosition {
  const [tx, id] = row ?? [];
  if (!tx || !id) throw new Error('a row that was read has no position');
  return { tx, id };
}

/** What one transaction read, up to this position, and how many rows it wrote. */
type Part = ReadingPosition & { rowCount: number };

export type ReadOptions = {
  signal?: AbortSignal | undefined;
  /** Called when a part is written and its transaction is not yet committed. */
  onWritten?: () => void;
};

/** The readers whose positions the database stores. */
type Reader =
  | 'conversions'
  | 'search_crowds'
  | 'cell_cities'
  | 'duplicates_live'
  | 'duplicates_test';

/**
 * Reads on from where a reader stopped, part by part, until there is nothing more. `readPart` reads
 * and writes within the transaction that also stores the new position, so that every row is read
 * exactly once. It returns the position of the last row it read and how many rows it wrote, or
 * nothing at the end. Returns how many rows were written.
 */
export async function readOn(
  db: Postgres,
  reader: Reader,
  readPart: (connection: Querier, after: ReadingPosition) => Promise<Part | undefined>,
  { signal, onWritten }: ReadOptions = {},
): Promise<number> {
  let written = 0;
  for (let isAtEnd = false; !isAtEnd; ) {
    signal?.throwIfAborted();
    isAtEnd = await db.transaction(async (connection) => {
      const [after] = await connection.query<ReadingPosition>('reading_positions_lock', { reader });
      if (after === undefined) throw new Error(`the database has no reader ${reader}`);
      const part = await readPart(connection, after);
      if (part === undefined) return true;
      const { tx, id } = part;
      await connection.query('reading_positions_move', { reader, tx, id });
      onWritten?.();
      written += part.rowCount;
      return false;
    });
  }
  return written;
}

/** The same for a statement that reads and writes by itself; `values` are its other parameters. */
export function readOnBy(
  db: Postgres,
  reader: Reader,
  { query, values }: { query: string; values: Record<string, number> },
  options: ReadOptions = {},
): Promise<number> {
  const readPart = async (connection: Querier, after: ReadingPosition) => {
    const [part] = await connection.query<Part>(query, { ...after, ...values });
    return part;
  };
  return readOn(db, reader, readPart, options);
}
