import type { CsvLine } from '../../csv-lines.ts';
import { badField } from '../../errors.ts';
import { INSTANT_END, INSTANT_MIN, isUsable, parseInstant } from '../../instants.ts';
import { shownText } from '../../shown-text.ts';
import type { KnownRef } from './lots-by-ref.ts';

type Cells = CsvLine<string>['cells'];

/** Refuses a line that has more cells than the header, because nobody knows which are meant. */
export function refuseCellsTooMany({ cellsTooMany }: CsvLine<string>): void {
  if (cellsTooMany > 0)
    throw badField('row', `has ${cellsTooMany} cells too many; a value with a comma needs quotes`);
}

/** The text of a cell. Errors: BAD_REQUEST naming the column when it is missing or empty. */
export function readCell<Column extends string>(
  cells: CsvLine<Column>['cells'],
  column: Column,
): string {
  const text = cells[column];
  if (text === undefined || text === '') throw badField(column, 'is missing');
  return text;
}

/** An instant like `2026-03-01T08:00:00Z`. Errors: BAD_REQUEST naming the column. */
export function readInstant(cells: Cells, column: string): Date {
  const text = readCell(cells, column);
  const instant = parseInstant(text);
  if (instant === undefined)
    throw badField(column, `"${shownText(text)}" is not like 2026-03-01T08:00:00Z, zone and all`);
  if (!isUsable(instant))
    throw badField(column, `must be from ${INSTANT_MIN} to before ${INSTANT_END}`);
  return instant;
}

/** The lot that `lot_ref` names. Errors: BAD_REQUEST naming `lot_ref`. */
export function readLot(cells: Cells, lots: ReadonlyMap<string, KnownRef>): KnownRef {
  const ref = readCell(cells, 'lot_ref');
  const lot = lots.get(ref);
  if (lot === undefined) throw badField('lot_ref', `no lot "${shownText(ref)}" of this operator`);
  return lot;
}
