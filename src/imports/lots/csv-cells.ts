import { badField } from '../../kit/errors.ts';
import type { CsvLine } from '../../kit/tables/csv-lines.ts';
import type { NamedColumns } from '../../kit/tables/name-columns.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import type { KnownRef } from './lots-by-ref.ts';

/** The cells of one line, and what the file calls their columns, for errors. */
export type NamedCells<Field extends string> = {
  cells: CsvLine<Field>['cells'];
  named: NamedColumns<Field>;
};

/** The file's own name of a column. */
export function columnOf<Field extends string>(named: NamedColumns<Field>, field: Field): string {
  return named.get(field) ?? field;
}

/** The text of a cell. Errors: BAD_REQUEST naming the column when it is missing or empty. */
export function readCell<Field extends string>(
  { cells, named }: NamedCells<Field>,
  field: Field,
): string {
  const text = cells[field];
  if (text === undefined || text === '') throw badField(columnOf(named, field), 'is missing');
  return text;
}

/** The lot that `lot_ref` names. Errors: BAD_REQUEST naming the column. */
export function readLot<Field extends string>(
  line: NamedCells<Field | 'lot_ref'>,
  lots: ReadonlyMap<string, KnownRef>,
): KnownRef {
  const ref = readCell(line, 'lot_ref');
  const column = columnOf(line.named, 'lot_ref');
  const lot = lots.get(ref);
  if (lot === undefined) throw badField(column, `no lot "${shownText(ref)}" of this operator`);
  return lot;
}

/** The values of a line by their columns, as reports count them. */
export function* valuesOf(
  header: readonly string[],
  all: readonly string[],
): Generator<readonly [string, string | undefined]> {
  for (const [i, column] of header.entries()) yield [column, all[i]];
}

/** What a column is read as, in a file with these named columns; null: it is left out. */
export function readAsOf(named: NamedColumns<string>): (column: string) => string | null {
  const fields = new Map([...named].map(([field, column]) => [column, field]));
  return (column) => fields.get(column) ?? null;
}
