import { badField } from '../../kit/errors.ts';
import { readAll } from '../../kit/read-all.ts';
import { refuseCellsTooMany } from '../../kit/tables/csv-lines.ts';
import type { NamedColumns } from '../../kit/tables/name-columns.ts';
import type { Table } from '../../kit/tables/open-table.ts';
import type { CsvContext, OpenRows } from '../lots/import-csv.ts';
import type { KnownRef } from '../lots/lots-by-ref.ts';
import { COUNTED, type Column, type Count, type Counted, readCountedNumber } from './read-count.ts';
import { freeCounter } from './read-free.ts';
import { settledRows, type TimedRow, timeIn } from './timed-rows.ts';

type LotColumn = { index: number; column: string; lot: KnownRef };

/**
 * Understands a table with a row for each instant and a column for each lot; undefined: it has no
 * such columns. Errors: BAD_REQUEST naming `counts`, where nobody says what was counted.
 */
export function openWideCounts(
  table: Table,
  context: CsvContext & { named: NamedColumns<Column>; counted: Counted | undefined },
): OpenRows<Count> | undefined {
  const { named, counted, lots } = context;
  const time = named.get('at');
  if (time === undefined || named.has('lot_ref')) return undefined;
  const columns = table.header.flatMap((column, index) => {
    const lot = lots.get(column);
    return lot === undefined || column === time ? [] : [{ index, column, lot }];
  });
  if (columns.length === 0) return undefined;
  if (counted === undefined)
    throw badField(
      'counts',
      `the columns are lots: give what was counted, ${COUNTED.join(' or ')}`,
    );
  const free = freeCounter();
  const names = new Set(columns.map(({ column }) => column));
  return {
    readAs: (column) => (column === time ? 'at' : names.has(column) ? counted : null),
    warnings: free.warnings,
    rows: settledRows(timedRows(table, columns, { ...context, time, free, what: counted })),
  };
}

type Reading = CsvContext & {
  time: string;
  free: ReturnType<typeof freeCounter>;
  what: Counted;
};

/** A row for each cell with a number; lots that were not counted at an instant have empty ones. */
async function* timedRows(
  { header, lines }: Table,
  columns: readonly LotColumn[],
  { time, free, what, now, ...context }: Reading,
): AsyncGenerator<TimedRow> {
  const timeIndex = header.indexOf(time);
  for await (const { line, cells } of lines) {
    const text = cells[timeIndex] ?? '';
    const at = timeIn(time, text, { ...context, now });
    let isFirst = true;
    for (const { index, column, lot } of columns) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      yield {
        series: column,
        instants: at.instants,
        line,
        lotRef: column,
        values: isFirst
          ? [
              [time, text],
              [column, cell],
            ]
          : [[column, cell]],
        read(settled) {
          refuseCellsTooMany(cells, header);
          const read = readAll({
            at: () => at.choose(settled, now),
            number: () => readCountedNumber(column, cell),
          });
          const source = { column, name: column, lot, capacity: undefined };
          const occupied = what === 'free' ? free.occupiedOf(read.number, source) : read.number;
          return { lotId: lot.lotId, at: read.at.toISOString(), occupied };
        },
      };
      isFirst = false;
    }
  }
}
