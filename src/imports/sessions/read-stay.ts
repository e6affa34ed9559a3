import { addHours } from 'date-fns/addHours';
import { readAmount } from '../../kit/amount.ts';
import { badField } from '../../kit/errors.ts';
import { STAY_UNITS_MAX } from '../../kit/money.ts';
import { readAll } from '../../kit/read-all.ts';
import { readDecimalText } from '../../kit/tables/decimal-text.ts';
import { readFileTime } from '../../kit/tables/file-times.ts';
import type { KnownHeaders } from '../../kit/tables/name-columns.ts';
import { checkPlate } from '../../parking/vehicles/vehicle.ts';
import { columnOf, type NamedCells, readCell, readLot } from '../lots/csv-cells.ts';
import type { CsvContext } from '../lots/import-csv.ts';
import type { KnownRef } from '../lots/lots-by-ref.ts';
import type { FinishedStay } from './import-stays.ts';

export const COLUMNS = ['lot_ref', 'plate', 'started_at', 'ended_at', 'amount'] as const;
type Column = (typeof COLUMNS)[number];

/** The headers of tables of stays, as systems of other makers write them. */
export const STAY_HEADERS: KnownHeaders<Column> = {
  lot_ref: ['ref', 'lotid', 'lot', 'parkingid', 'facilityid', 'carparkid', 'placeid', 'parkhaus'],
  plate: [
    'licenseplate',
    'licenceplate',
    'platenumber',
    'kennzeichen',
    'immatriculation',
    'kenteken',
  ],
  started_at: [
    'start',
    'starttime',
    'entry',
    'entrytime',
    'enteredat',
    'einfahrt',
    'beginn',
    'debut',
  ],
  ended_at: ['end', 'endtime', 'exit', 'exittime', 'exitedat', 'ausfahrt', 'ende', 'fin'],
  amount: ['amountpaid', 'paid', 'price', 'betrag', 'preis', 'montant', 'importe', 'bedrag'],
};

const STAY_HOURS_MAX = 24 * 366;

type Line = NamedCells<Column>;

/**
 * Reads one line as a finished stay. A stay that ends after `now` is not finished. Errors:
 * BAD_REQUEST naming every column that is wrong.
 */
export function readStay(line: Line, context: CsvContext): FinishedStay {
  const known = context.lots.get(line.cells.lot_ref ?? '');
  const { lot, plate, period, amountMinor } = readAll({
    lot: () => readLot(line, context.lots),
    plate: () => checkPlate(readCell(line, 'plate'), columnOf(line.named, 'plate')),
    period: () => readPeriod(line, context),
    amountMinor: () => readAmountOf(line, known),
  });
  return {
    lotId: lot.lotId,
    ...plate,
    startedAt: period.startedAt.toISOString(),
    endedAt: period.endedAt.toISOString(),
    amountMinor,
    currency: lot.currency,
  };
}

function readPeriod(line: Line, context: CsvContext): { startedAt: Date; endedAt: Date } {
  const timeIn = (field: 'started_at' | 'ended_at') =>
    readFileTime(columnOf(line.named, field), readCell(line, field), context);
  const { starts, ends } = readAll({
    starts: () => timeIn('started_at'),
    ends: () => timeIn('ended_at'),
  });
  const ended = columnOf(line.named, 'ended_at');
  const { startedAt, endedAt } = onlyPeriod(starts, ends, line);
  if (endedAt > addHours(startedAt, STAY_HOURS_MAX))
    throw badField(ended, `is more than ${STAY_HOURS_MAX} hours after the start`);
  if (endedAt > context.now)
    throw badField(ended, 'is in the future; only finished stays can be imported');
  return { startedAt, endedAt };
}

/** The one pair whose end is not before its start, where clocks showed a time twice. */
function onlyPeriod(starts: readonly Date[], ends: readonly Date[], { named }: Line) {
  const pairs = starts.flatMap((startedAt) => ends.map((endedAt) => ({ startedAt, endedAt })));
  const [pair, other] = pairs.filter(({ startedAt, endedAt }) => startedAt <= endedAt);
  if (pair === undefined)
    throw badField(columnOf(named, 'ended_at'), `is before ${columnOf(named, 'started_at')}`);
  if (other !== undefined) {
    const field = starts.length > 1 ? 'started_at' : 'ended_at';
    throw badField(
      columnOf(named, field),
      'was shown twice by the clocks: give it with its offset',
    );
  }
  return pair;
}

/**
 * When the lot, and so the currency, is unknown, the amount is checked with the currency that has
 * the most decimal digits.
 */
function readAmountOf(line: Line, lot: KnownRef | undefined): number {
  const column = columnOf(line.named, 'amount');
  const text = readDecimalText(readCell(line, 'amount'));
  return readAmount(column, text, lot?.currency ?? 'kwd', STAY_UNITS_MAX);
}
