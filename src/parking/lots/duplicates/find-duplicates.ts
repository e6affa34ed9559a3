import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { type ReadingPosition, type ReadOptions, readOn } from '../../../stores/read-on.ts';
import { fromRecord } from '../../../stores/row-names.ts';
import { type Described, isStill } from './are-alike.ts';
import { judgeLots, listFrom } from './judge-lots.ts';

/** Audit rows of lots that are read in one transaction. */
const ROWS_PER_PART = 1_000;

/** A lot as it is, and as it was when it was first listed; `first`: null where it was not. */
type Listed = Described & { lotId: string; first: object | null };

/** Who reads on in each mode. */
const READERS = [
  { reader: 'duplicates_live', livemode: true },
  { reader: 'duplicates_test', livemode: false },
] as const;

/**
 * Finds out which listed, active lots are possible duplicates, from all that has changed on lots
 * since the last call, and writes it down. Returns how many lots have become one, or are no longer.
 */
export async function findDuplicates(db: Postgres, options: ReadOptions = {}): Promise<number> {
  let rowCount = 0;
  for (const { reader, livemode } of READERS) {
    const readPart = async (connection: Querier, after: ReadingPosition) => {
      const [part] = await connection.query<ReadingPosition & { lotIds: string[] }>(
        'listings_read_batch',
        { ...after, livemode, rowCountMax: ROWS_PER_PART },
      );
      return part && { ...part, rowCount: await judgeChanged(connection, part.lotIds) };
    };
    rowCount += await readOn(db, reader, readPart, options);
  }
  return rowCount;
}

/** `lotIds`: in the order of their changes. */
async function judgeChanged(db: Querier, lotIds: readonly string[]): Promise<number> {
  // Also what was a duplicate of the lots as they were before.
  const before = await listFrom(db, lotIds);
  const listed = await db.query<Listed>('listings_find', { lotIds });
  const others = listed.filter(
    ({ first, ...now }) => first === null || !isStill(fromRecord<Described>(first), now),
  );
  if (others.length > 0)
    await db.query('listings_put', { lotIds: others.map(({ lotId }) => lotId) });
  return judgeLots(db, new Map([...before, ...(await listFrom(db, lotIds))]));
}
