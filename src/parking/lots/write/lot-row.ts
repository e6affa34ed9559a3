import type { FieldProblem } from '../../../kit/errors.ts';
import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { PlainRate } from '../../../tariffs/plain-rate.ts';
import type { LotColumns } from '../lot-columns.ts';

/** Columns of a lot, those of OpenStreetMap too. */
export type RowColumns = Partial<LotColumns & { osmId: string | null }>;

/** A lot as it is written from a list of many. */
export type LotRow = {
  /** null: the lot is new, and cannot be recognised later. */
  ref: string | null;
  /** The ref of a lot whose `ref` is another lot's; undefined: `ref` alone decides. */
  spareRef?: string | null;
  /** Where a `ref` that is unique in one file only is looked for; undefined: everywhere. */
  near?: LatLng;
  /** `way/5`: recognises the lot before its ref does. undefined or null: not from OpenStreetMap. */
  osmId?: string | null;
  /** The lot that an export of ours says it is; undefined or null: it says none. */
  lotId?: string | null;
  /** Members of a plain rate that a stored one keeps. */
  unstatedOfRate?: readonly (keyof PlainRate)[];
  /** What was kept as text, and what has no place. */
  notes?: readonly FieldProblem[];
  /** Columns that the row decides, whether or not the lot exists. */
  columns: RowColumns;
  /** Columns that the row does not state, as a new lot starts with them. */
  columnsIfNew: RowColumns;
};
