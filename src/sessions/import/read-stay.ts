import { addHours } from 'date-fns/addHours';
import { readAmount } from '../../amount.ts';
import type { CsvLine } from '../../csv-lines.ts';
import { badField } from '../../errors.ts';
import { readCell, readInstant, readLot, refuseCellsTooMany } from '../../lots/import/csv-cells.ts';
import type { KnownRef } from '../../lots/import/lots-by-ref.ts';
import { STAY_UNITS_MAX } from '../../money.ts';
import { readAll } from '../../read-all.ts';
import { checkPlate } from '../../vehicles/vehicle.ts';
import type { FinishedStay } from './import-stays.ts';

export const COLUMNS = ['lot_ref', 'plate', 'started_at', 'ended_at', 'amount'] as const;
export type Column = (typeof COLUMNS)[number];

const STAY_HOURS_MAX = 24 * 366;

/**
 * Reads one line as a finished stay. A stay that ends after `now` is not finished. Errors:
 * BAD_REQUEST naming every column that is wrong, or `row`.
 */
export function readStay(
  line: CsvLine<Column>,
  lots: ReadonlyMap<string, KnownRef>,
  now: Date,
): FinishedStay {
  refuseCellsTooMany(line);
  const { cells } = line;
  const known = lots.get(cells.lot_ref ?? '');
  const { lot, plate, period, amountMinor } = readAll({
    lot: () => readLot(cells, lots),
    plate: () => checkPlate(readCell(cells, 'plate')),
    period: () => readPeriod(cells, now),
    amountMinor: () => readAmountOf(readCell(cells, 'amount'), known),
  });
  return {
    lotId: lot.lot_id,
    ...plate,
    startedAt: period.startedAt.toISOString(),
    endedAt: period.endedAt.toISOString(),
    amountMinor,
    currency: lot.currency,
  };
}

type Cells = CsvLine<Column>['cells'];

function readPeriod(cells: Cells, now: Date): { startedAt: Date; endedAt: Date } {
  const period = readAll({
    startedAt: () => readInstant(cells, 'started_at'),
    endedAt: () => readInstant(cells, 'ended_at'),
  });
  const { startedAt, endedAt } = period;
  if (endedAt < startedAt) throw badField('ended_at', 'is before started_at');
  if (endedAt > addHours(startedAt, STAY_HOURS_MAX))
    throw badField('ended_at', `is more than ${STAY_HOURS_MAX} hours after started_at`);
  if (endedAt > now) throw badField('ended_at', 'is yet to come: only finished stays go in');
  return period;
}

/**
 * When the lot, and so the currency, is unknown, the amount is checked with the currency that has
 * the most decimal digits.
 */
function readAmountOf(text: string, lot: KnownRef | undefined): number {
  return readAmount('amount', text, lot?.currency ?? 'kwd', STAY_UNITS_MAX);
}
