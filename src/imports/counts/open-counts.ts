import { readAll } from '../../kit/read-all.ts';
import { linesOf, refuseCellsTooMany } from '../../kit/tables/csv-lines.ts';
import { missingColumns, type NamedColumns, nameColumns } from '../../kit/tables/name-columns.ts';
import type { Table } from '../../kit/tables/open-table.ts';
import { columnOf, readAsOf, readCell, readLot, valuesOf } from '../lots/csv-cells.ts';
import type { CsvContext, OpenRows } from '../lots/import-csv.ts';
import {
  COUNT_HEADERS,
  type Column,
  type Count,
  type Counted,
  readCountedNumber,
} from './read-count.ts';
import { freeCounter } from './read-free.ts';
import { settledRows, type TimedRow, timeIn } from './timed-rows.ts';
import { openWideCounts } from './wide-counts.ts';

/**
 * Understands a table of counts: a row for each count, or a row for each instant and a column for
 * each lot. Errors: BAD_REQUEST naming the columns that are missing, or `counts` where nobody says
 * whether vehicles or free spaces were counted.
 */
export function openCounts(
  table: Table,
  context: CsvContext,
  counted: Counted | undefined,
): OpenRows<Count> {
  const named = nameColumns(table.header, COUNT_HEADERS, context.map);
  const wide = openWideCounts(table, { ...context, named, counted });
  if (wide !== undefined) return wide;
  const what = countedIn(named, counted);
  const missing = (['lot_ref', 'at', what] as const).filter((field) => !named.has(field));
  if (missing.length > 0)
    throw missingColumns(missing, table.header, 'no column has the ref of a lot as its header');
  // Both would say the same twice.
  const used = new Map([...named].filter(([field]) => isUsed(field, what)));
  const free = freeCounter();
  return {
    readAs: readAsOf(used),
    warnings: free.warnings,
    rows: settledRows(timedRows(table, used, { ...context, free, what })),
  };
}

function isUsed(field: Column, what: Counted): boolean {
  return (
    field === 'lot_ref' ||
    field === 'at' ||
    field === what ||
    (field === 'capacity' && what === 'free')
  );
}

function countedIn(named: NamedColumns<Column>, stated: Counted | undefined): Counted {
  if (stated !== undefined) return stated;
  return named.has('occupied') || !named.has('free') ? 'occupied' : 'free';
}

type Reading = CsvContext & { free: ReturnType<typeof freeCounter>; what: Counted };

async function* timedRows(
  table: Table,
  named: NamedColumns<Column>,
  context: Reading,
): AsyncGenerator<TimedRow> {
  const { header } = table;
  const { lots, now, free, what } = context;
  for await (const { line, cells, all } of linesOf(table, named)) {
    const values = { cells, named };
    const at = timeIn(columnOf(named, 'at'), cells.at ?? '', context);
    yield {
      series: cells.lot_ref ?? '',
      instants: at.instants,
      line,
      lotRef: cells.lot_ref ?? '',
      values: valuesOf(header, all),
      read(settled) {
        refuseCellsTooMany(all, header);
        const column = columnOf(named, what);
        const read = readAll({
          lot: () => readLot(values, lots),
          at: () => at.choose(settled, now),
          number: () => readCountedNumber(column, readCell(values, what)),
          capacity: () => readCapacity(columnOf(named, 'capacity'), cells.capacity),
        });
        const { lot, number, capacity } = read;
        const occupied =
          what === 'occupied'
            ? number
            : free.occupiedOf(number, { column, name: cells.lot_ref ?? '', lot, capacity });
        return { lotId: lot.lotId, at: read.at.toISOString(), occupied };
      },
    };
  }
}

function readCapacity(column: string, text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : readCountedNumber(column, text);
}
