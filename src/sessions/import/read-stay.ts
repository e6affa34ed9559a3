import { addHours } from 'date-fns/addHours';
import { readAmount } from '../../amount.ts';
import { badField } from '../../errors.ts';
import { INSTANT_END, INSTANT_MIN, isUsable, parseInstant } from '../../instants.ts';
import { STAY_UNITS_MAX } from '../../money.ts';
import { readAll } from '../../read-all.ts';
import { shownText } from '../../shown-text.ts';
import { normalisePlate, PLATE_RULE } from '../../vehicles/plate.ts';
import type { FinishedStay } from './import-stays.ts';
import type { Column, StayLine } from './stay-file.ts';

export type KnownRef = { lot_id: string; currency: string };

const STAY_HOURS_MAX = 24 * 366;

/**
 * Reads one line as a finished stay. A stay that ends after `now` is not finished. Errors:
 * BAD_REQUEST naming every column that is wrong, or `row`.
 */
export function readStay(
  { cells, cellsTooMany }: StayLine,
  lots: ReadonlyMap<string, KnownRef>,
  now: Date,
): FinishedStay {
  if (cellsTooMany > 0)
    throw badField('row', `has ${cellsTooMany} cells too many; a value with a comma needs quotes`);
  const known = lots.get(cells.lot_ref ?? '');
  const { lot, plate, period, amountMinor } = readAll({
    lot: () => known ?? refuseRef(readCell(cells, 'lot_ref')),
    plate: () => readPlate(readCell(cells, 'plate')),
    period: () => readPeriod(cells, now),
    amountMinor: () => readAmountOf(readCell(cells, 'amount'), known),
  });
  return {
    lotId: lot.lot_id,
    plate,
    startedAt: period.startedAt.toISOString(),
    endedAt: period.endedAt.toISOString(),
    amountMinor,
    currency: lot.currency,
  };
}

type Cells = StayLine['cells'];

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

function readCell(cells: Cells, column: Column): string {
  const text = cells[column];
  if (text === undefined || text === '') throw badField(column, 'is missing');
  return text;
}

function readInstant(cells: Cells, column: Column): Date {
  const text = readCell(cells, column);
  const instant = parseInstant(text);
  if (instant === undefined)
    throw badField(column, `"${shownText(text)}" is not like 2026-03-01T08:00:00Z, zone and all`);
  if (!isUsable(instant))
    throw badField(column, `must be from ${INSTANT_MIN} to before ${INSTANT_END}`);
  return instant;
}

function readPlate(text: string): string {
  const plate = normalisePlate(text);
  if (plate === undefined) throw badField('plate', PLATE_RULE);
  return plate;
}

/**
 * When the lot, and so the currency, is unknown, the amount is checked with the currency that has
 * the most decimal digits.
 */
function readAmountOf(text: string, lot: KnownRef | undefined): number {
  return readAmount('amount', text, lot?.currency ?? 'kwd', STAY_UNITS_MAX);
}

function refuseRef(ref: string): never {
  throw badField('lot_ref', `no lot "${shownText(ref)}" of this operator`);
}
