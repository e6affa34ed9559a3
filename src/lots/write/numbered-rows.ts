import { badField, badFieldsIn, type FieldProblem } from '../../errors.ts';
import { newUuid } from '../../ids.ts';
import type { Querier } from '../../stores/postgres.ts';
import {
  addLots,
  changeLots,
  type LotRefusal,
  type LotWrite,
  type LotWriter,
  lockRefs,
} from './write-lots.ts';

/** A lot as it is written from a list of many. */
export type LotRow = {
  /** null: the lot is new, and cannot be recognised later. */
  ref: string | null;
  /** Columns that the row decides, whether or not the lot exists. */
  columns: Record<string, unknown>;
  /** Columns that the row says nothing about, as a new lot starts with them. */
  columns_if_new: Record<string, unknown>;
};

/** Which row of the request or file it is. */
type Numbered = {
  /** Its position, from 1. */
  row: number;
  /** The row's name for its lot, so that people find it; null: none. */
  name: string | null;
};

export type RejectedRow = Numbered & { problems: FieldProblem[] };

export type NumberedRow = LotRow & Numbered;

export type RowOutcome = Numbered & {
  lotId: string;
  outcome: 'created' | 'updated' | 'unchanged' | LotRefusal;
};

/** How often rows are tried whose lots others add or delete at the same time. */
const ATTEMPTS_MAX = 5;

/**
 * A reader of rows. Rows that can be read are returned with their numbers; the problems of the
 * others go to `rejected`. A ref that appeared in an earlier row is such a problem.
 */
export function createRowReader(
  rejected: RejectedRow[],
): (numbered: Numbered, read: () => LotRow) => NumberedRow[] {
  const rowByRef = new Map<string, number>();
  return (numbered, read) => {
    try {
      const lot = read();
      const earlier = lot.ref === null ? undefined : rowByRef.get(lot.ref);
      if (earlier !== undefined) throw badField('ref', `is the same lot as row ${earlier}`);
      if (lot.ref !== null) rowByRef.set(lot.ref, numbered.row);
      return [{ ...numbered, ...lot }];
    } catch (error) {
      rejected.push({ ...numbered, problems: badFieldsIn(error) });
      return [];
    }
  };
}

/**
 * Writes rows as lots, each recognised by its ref; each ref may appear once. Returns one outcome
 * per row. Throws what the store throws.
 */
export async function writeRows(
  db: Querier,
  writer: LotWriter,
  rows: readonly NumberedRow[],
): Promise<RowOutcome[]> {
  const outcomes = new Map<number, RowOutcome>();
  for (let attempt = 0; attempt < ATTEMPTS_MAX && outcomes.size < rows.length; attempt += 1) {
    const pending = rows.filter(({ row }) => !outcomes.has(row));
    for (const outcome of await tryRows(db, writer, pending)) outcomes.set(outcome.row, outcome);
  }
  if (outcomes.size < rows.length)
    throw new Error(`lots were added and deleted by others ${ATTEMPTS_MAX} times meanwhile`);
  return [...outcomes.values()];
}

/** Rows whose lot another caller added or deleted since it was looked up are not returned. */
async function tryRows(
  db: Querier,
  writer: LotWriter,
  rows: readonly NumberedRow[],
): Promise<RowOutcome[]> {
  const refs = rows.flatMap(({ ref }) => ref ?? []);
  const known = await lockRefs(db, writer, refs);
  const writes = rows.map(({ row, name, ref, columns, columns_if_new }) => {
    const lot_id = ref === null ? undefined : known.get(ref);
    return lot_id === undefined
      ? { row, name, isNew: true, lot_id: newUuid(), columns: { ...columns_if_new, ...columns } }
      : { row, name, isNew: false, lot_id, columns };
  });
  const outcomes = new Map<string, RowOutcome['outcome']>();
  for (const lotId of await addLots(db, writer, toLots(writes, true)))
    outcomes.set(lotId, 'created');
  for (const { lot_id, outcome } of await changeLots(db, writer, toLots(writes, false)))
    outcomes.set(lot_id, outcome);
  return writes.flatMap(({ row, name, lot_id }) => {
    const outcome = outcomes.get(lot_id);
    return outcome === undefined ? [] : [{ row, name, lotId: lot_id, outcome }];
  });
}

function toLots(writes: readonly (LotWrite & { isNew: boolean })[], isNew: boolean): LotWrite[] {
  return writes
    .filter((write) => write.isNew === isNew)
    .map(({ lot_id, columns }) => ({ lot_id, columns }));
}
