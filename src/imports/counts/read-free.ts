import { badField, type FieldProblem } from '../../kit/errors.ts';
import { counted } from '../../kit/text/counted.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import type { KnownRef } from '../lots/lots-by-ref.ts';

type Free = {
  /** Of the numbers, for errors. */
  column: string;
  /** What the file calls the lot. */
  name: string;
  lot: KnownRef;
  /** The capacity that the row itself says; undefined: none. */
  capacity: number | undefined;
};

/** Turns free spaces into vehicles, and counts where a capacity must be wrong. */
export function freeCounter() {
  const beyond = new Map<string, { column: string; rows: number }>();
  return {
    /**
     * The vehicles on a lot with so many free spaces; none where more are free than there are.
     * Errors: BAD_REQUEST naming the column when nobody knows how many spaces there are.
     */
    occupiedOf(free: number, { column, name, lot, capacity }: Free): number {
      const counted = lot.isCapacityEstimated ? null : lot.totalSpaces;
      const spaces = capacity ?? counted;
      if (spaces === null)
        throw badField(
          column,
          'free spaces cannot be used while the capacity of the lot is not known',
        );
      if (free > spaces) beyond.set(name, { column, rows: (beyond.get(name)?.rows ?? 0) + 1 });
      return Math.max(0, spaces - free);
    },
    warnings: (): FieldProblem[] =>
      [...beyond].map(([name, { column, rows }]) => ({
        field: column,
        reason:
          `in ${counted(rows, 'row')} more spaces are free than "${shownText(name)}" has: ` +
          'read as no vehicles; its capacity is probably too low, and its other counts too',
      })),
  };
}
