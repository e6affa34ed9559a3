import type { FieldProblem } from '../../../../kit/errors.ts';
import type { LotReading } from '../lot-reading.ts';
import type { LotRow } from '../lot-row.ts';
import type { LotRefusal } from '../write-lots.ts';

/** One lot that is not read yet. */
export type UnreadRow = {
  /** Position in the request or file, from 1. */
  row: number;
  /** The row's name for its lot, so that people find it; null: none. */
  name: string | null;
  /** As they came. */
  openingHours: unknown;
  /** Reads the row. Throws BAD_REQUEST. */
  read(reading: LotReading): LotRow;
};

/** Lots that are not read yet, in any form. */
export type Rows = {
  /** How many there are, or a few more. */
  count: number;
  /** Entries that are no lots. */
  passedOver: number;
  /** In their order, each made when it is needed; can be asked for more than once. */
  rows(): Iterable<UnreadRow>;
  /** The problem of a row that asks for a change that cannot be made. */
  refusals: Readonly<Record<LotRefusal, FieldProblem>>;
};
