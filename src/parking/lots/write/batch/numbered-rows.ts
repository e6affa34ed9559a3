import { type AppError, badField, badFieldsIn, type FieldProblem } from '../../../../kit/errors.ts';
import { ownRef } from '../../../../kit/osm/export/own-names.ts';
import { newUuid } from '../../../../kit/uuid.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { LotRow } from '../lot-row.ts';
import {
  addLots,
  changeLots,
  type LotRefusal,
  type LotWrite,
  type LotWriter,
  type ShownChange,
  waitForTurn,
} from '../write-lots.ts';
import { columnsFor, lockKnown, recognise } from './known-lots.ts';

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
  /** By which the lot is known again; null: it has only its id. */
  ref: string | null;
  /** `lot_limit`: it is new, and the operator may not have one lot more. */
  outcome: 'created' | 'updated' | 'unchanged' | LotRefusal | 'lot_limit';
  /** The lot is to be listed once its operator is checked. */
  isWaiting: boolean;
  /** null: nothing that the API shows of it was different. */
  change: ShownChange | null;
  notes: readonly FieldProblem[];
};

/** The lots that are there now as the rows say, whether or not they were before. */
export function writtenIds(outcomes: readonly RowOutcome[]): string[] {
  return outcomes.filter(({ outcome }) => WRITTEN.has(outcome)).map(({ lotId }) => lotId);
}

const WRITTEN: ReadonlySet<string> = new Set(['created', 'updated', 'unchanged']);

/** How often rows are tried whose lots others add or delete at the same time. */
const ATTEMPTS_MAX = 5;

/**
 * A reader of rows. Rows that can be read are returned with their numbers; the problems of the
 * others go to `rejected`. A ref that appeared in an earlier row is such a problem, unless the row
 * has another one to spare: many car parks of a town are called P1.
 */
export function createRowReader(
  rejected: RejectedRow[],
): (numbered: Numbered, read: () => LotRow) => NumberedRow[] {
  const rowByRef = new Map<string, number>();
  return (numbered, read) => {
    try {
      const lot = read();
      const { osmId = null } = lot;
      const names = osmId === null ? [lot.ref] : [lot.ref, osmId];
      const ref = names.find((name) => name !== null && !rowByRef.has(name)) ?? null;
      const earlier = rowByRef.get(osmId ?? lot.ref ?? '');
      if (earlier !== undefined) throw sameLot(lot, earlier);
      for (const name of [ref, osmId]) if (name !== null) rowByRef.set(name, numbered.row);
      return [{ ...numbered, ...lot, ref }];
    } catch (error) {
      rejected.push({ ...numbered, problems: badFieldsIn(error) });
      return [];
    }
  };
}

/** Lots without a ref of their own are told apart by name and place. */
function sameLot(lot: LotRow, row: number): AppError {
  const isMade = lot.osmId == null && ownRef({ ref: lot.ref }) === undefined;
  const how = isMade ? ', by its name and place: a lot of its own needs a ref' : '';
  return badField('ref', `is the same lot as row ${row}${how}`);
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
  await waitForTurn(db, writer);
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
  const known = await lockKnown(db, writer, rows);
  const writes = rows.map((numbered) => {
    const { row, name, notes = [] } = numbered;
    const { lotId, ref } = recognise(numbered, known);
    const stored = known.byId.get(lotId ?? null);
    const columns = { ...(stored ? columnsFor(numbered, stored) : numbered.columns), ref };
    return lotId === undefined
      ? {
          row,
          name,
          notes,
          ref,
          isNew: true,
          lotId: newUuid(),
          columns: { ...numbered.columnsIfNew, ...columns },
        }
      : { row, name, notes, ref, isNew: false, lotId, columns };
  });
  const outcomes = new Map<string, Pick<RowOutcome, 'outcome' | 'isWaiting' | 'change'>>();
  for (const { lotId, isAdded, isWaiting } of await addLots(db, writer, toLots(writes, true)))
    outcomes.set(lotId, { outcome: isAdded ? 'created' : 'lot_limit', isWaiting, change: null });
  for (const { lotId, outcome, isWaiting, change } of await changeLots(
    db,
    writer,
    toLots(writes, false),
  ))
    outcomes.set(lotId, { outcome, isWaiting, change });
  return writes.flatMap(({ row, name, notes, ref, lotId }) => {
    const outcome = outcomes.get(lotId);
    return outcome === undefined ? [] : [{ row, name, notes, ref, lotId, ...outcome }];
  });
}

function toLots(writes: readonly (LotWrite & { isNew: boolean })[], isNew: boolean): LotWrite[] {
  return writes
    .filter((write) => write.isNew === isNew)
    .map(({ lotId, columns }) => ({ lotId, columns }));
}
