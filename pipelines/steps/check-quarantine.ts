import { counted } from '../../src/kit/text/counted.ts';
import type { QuarantineCount } from '../../src/stores/warehouse/warehouse.ts';
import type { RefreshContext } from '../step.ts';

/** So many rows of one fact may be set aside whatever their share is. */
const QUARANTINE_ROWS_MAX = 100;
/** More of the rows of a fact are no odd rows any more: something cannot read them. */
const QUARANTINE_PER_MILLE_MAX = 10;
/** Of those that were set aside, so many are named. */
const NOTED_ROWS_MAX = 20;

/** So many rows cannot be read that figures without them would be wrong: nothing is published. */
class QuarantineTooLarge extends Error {
  constructor({ fact, source, rowCount, readCount }: QuarantineCount) {
    const share = `${counted(rowCount, 'row')} of ${source} beside ${readCount} that it has`;
    super(`${fact} does without ${share}: hexlot quarantine list says why`);
    this.name = 'QuarantineTooLarge';
  }
}

/**
 * Writes down in PostgreSQL how many rows were set aside, and which have waited longest, for those
 * who have no warehouse to look at. Throws QuarantineTooLarge when they are too large a part of a
 * fact. Returns their number, or 0 where nothing has changed.
 */
export async function checkQuarantine({
  db,
  warehouse,
  quarantineRowsMax = QUARANTINE_ROWS_MAX,
}: RefreshContext): Promise<number> {
  const isTooLarge = ({ rowCount, readCount }: QuarantineCount) =>
    rowCount > quarantineRowsMax &&
    rowCount * 1_000 > (rowCount + readCount) * QUARANTINE_PER_MILLE_MAX;
  const counts = await warehouse.countQuarantined();
  const facts = counts.map(({ source, fact, rowCount, readCount, since }) => ({
    ...{ source, fact, rows: rowCount, read_rows: readCount, since },
  }));
  const tooLarge = counts.find(isTooLarge);
  const isEmpty = counts.length === 0;
  const asked = { source: null, rowCountMax: NOTED_ROWS_MAX };
  const oldest = isEmpty ? [] : await warehouse.quarantined(asked);
  const [noted] = await db.query('quarantine_note', {
    quarantine: JSON.stringify({ is_too_large: tooLarge !== undefined, facts, oldest }),
  });
  if (tooLarge !== undefined) throw new QuarantineTooLarge(tooLarge);
  if (noted === undefined) return 0;
  return counts.reduce((sum, { rowCount }) => sum + rowCount, 0);
}
