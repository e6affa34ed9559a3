import type { CsvLine } from '../../csv-lines.ts';
import { badField } from '../../errors.ts';
import { readAll } from '../../read-all.ts';
import { shownText } from '../../shown-text.ts';
import { readCell, readInstant, readLot, refuseCellsTooMany } from '../import/csv-cells.ts';
import type { KnownRef } from '../import/lots-by-ref.ts';
import { SPACES_MAX } from '../tags.ts';

export const COLUMNS = ['lot_ref', 'at', 'occupied'] as const;
export type Column = (typeof COLUMNS)[number];

/** How many vehicles were on a lot at an instant (ISO 8601, UTC). */
export type Count = { lotId: string; at: string; occupied: number };

/**
 * Reads one line as a count of vehicles made until `now`. It may be more than the lot has spaces,
 * because published capacities are often too low. Errors: BAD_REQUEST naming every column that is
 * wrong, or `row`.
 */
export function readCount(
  line: CsvLine<Column>,
  lots: ReadonlyMap<string, KnownRef>,
  now: Date,
): Count {
  refuseCellsTooMany(line);
  const { cells } = line;
  const { lot, at, occupied } = readAll({
    lot: () => readLot(cells, lots),
    at: () => readPast(cells, now),
    occupied: () => readOccupied(readCell(cells, 'occupied')),
  });
  return { lotId: lot.lot_id, at: at.toISOString(), occupied };
}

function readPast(cells: CsvLine<Column>['cells'], now: Date): Date {
  const at = readInstant(cells, 'at');
  if (at > now) throw badField('at', 'is yet to come');
  return at;
}

function readOccupied(text: string): number {
  const occupied = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (occupied <= SPACES_MAX) return occupied;
  throw badField(
    'occupied',
    `must be a whole number of vehicles from 0 to ${SPACES_MAX}, not "${shownText(text)}"`,
  );
}
