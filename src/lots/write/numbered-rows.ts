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

/** A lot as a list of many writes it. */
export type LotRow = {
  /** null: the lot is new, and nobody will know it again. */
  ref: string | null;
  /** Columns the row decides, whether the lot is new or not. */
  columns: Record<string, unknown>;
  /** Columns the row says nothing about: what a new lot starts with. */
  columns_if_new: Record<string, unknown>;
};

/** Which row it is of what was sent. */
type Numbered = {
  /** Its position, from 1. */
  row: number;
  /** What it calls its lot, for whoever looks for it; null: nothing. */
  name: string | null;
};

export type RejectedRow = Numbered & { problems: FieldProblem[] };

export type NumberedRow = LotRow & Numbered;

export type RowOutcome = Numbered & {
  lotId: string;
  outcome: 'created' | 'updated' | 'unchanged' | LotRefusal;
};

/** How often rows are tried whose lots others add, or delete, at the very same time. */
const ATTEMPTS_MAX = 5;

/**
 * A reader of rows: what it can read is returned, numbered; what is wrong with the others goes to
 * `rejected`, a ref that came before among it.
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
 * Writes rows as lots, each known again by its ref; no ref may come twice. Returns one outcome per
 * row. Throws what the store throws.
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

/** Rows whose lot someone else added or deleted since it was looked up are not returned. */
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
