import { SOURCES } from '../../../../src/stores/warehouse/sources.ts';
import type { Batch, Batches, TextRow } from '../../../../src/stores/warehouse/warehouse.ts';

// Rows in the form in which a drain reads them.

/** Two cells of resolution 9. */
export const HERE = '617760317196730367';
export const THERE = '617760317196468223';

/** The tests build the marts at this instant. Searches are made in the hour before, by default. */
export const AS_OF = '2026-11-21T10:30:00.000000Z';
const SEARCHED_AT = '2026-11-21T09:20:00Z';

/** The source of this name, in the form that a batch uses. */
function sourceOf(name: string): Pick<Batch, 'source' | 'table'> {
  const source = SOURCES.find((each) => each.name === name);
  if (source === undefined) throw new Error(`there is no source ${name}`);
  return { source: name, table: source.table };
}

export const AUDIT = sourceOf('audit_log');
export const SEARCHES = sourceOf('search_log');

/** These batches, and 0 for every other source. */
export function batchesOf(known: Batches): Batches {
  return { ...Object.fromEntries(SOURCES.map(({ name }) => [name, 0])), ...known };
}

const microseconds = (at: string) => `${Date.parse(at)}000`;

/** The first search of an operator in its neighbourhood and quarter of an hour. */
export function searchRow(
  id: number,
  { tx = 7, cell = HERE, at = SEARCHED_AT }: { tx?: number; cell?: string; at?: string } = {},
): TextRow {
  return [
    ...[String(tx), String(id), microseconds(at), 't', 'search', cell],
    ...['43.65', '-79.38', '5000', null, '1', '1', '100', null, null, null, null, '1', null],
  ];
}

export function auditRow(id: number): TextRow {
  return [
    '7',
    String(id),
    microseconds(SEARCHED_AT),
    't',
    'op_1',
    'test.done',
    'thing',
    null,
    '{}',
  ];
}
