import { badField } from '../errors.ts';
import type { NamedColumns } from './name-columns.ts';
import type { Table } from './open-table.ts';

export type CsvLine<Field extends string> = {
  /** Line number in the file; the header is line 1. The last line, when a record spans several. */
  line: number;
  /** By what they stand for; a cell is missing when the line or the file has none for it. */
  cells: Partial<Record<Field, string>>;
  /** All cells, in the order of the header. */
  all: readonly string[];
};

/** The lines of a table, with the cells of the named columns by their fields. */
export async function* linesOf<Field extends string>(
  { header, lines }: Table,
  named: NamedColumns<Field>,
): AsyncGenerator<CsvLine<Field>> {
  const places = [...named].map(([field, column]) => [field, header.indexOf(column)] as const);
  for await (const { line, cells: all } of lines) {
    const cells: CsvLine<Field>['cells'] = {};
    for (const [field, index] of places) {
      const cell = all[index];
      if (cell !== undefined) cells[field] = cell;
    }
    yield { line, cells, all };
  }
}

/** Refuses a line that has more cells than the header, because nobody knows which are meant. */
export function refuseCellsTooMany(all: readonly string[], header: readonly string[]): void {
  const count = all.length - header.length;
  if (count > 0)
    throw badField('row', `has ${count} cells too many; a value with the separator needs quotes`);
}
