import type { FieldProblem } from '../../errors.ts';
import { isObject } from '../../kit/is-object.ts';
import type { LotDetails } from '../lot-details.ts';
import type { Rows } from '../write/lot-rows.ts';
import { readLotOfMany } from '../write/new-lot.ts';
import type { LotRefusal } from '../write/write-lots.ts';
import { rowName } from './row-name.ts';

const DETAILS_REFUSALS: Readonly<Record<LotRefusal, FieldProblem>> = {
  spaces_in_use: { field: 'total_spaces', reason: 'is less than the number of spaces in use now' },
  currency_in_use: {
    field: 'currency',
    reason: 'is not the one of what is posted or to come',
  },
};

/** Lots as their operator describes them; `toDetails` checks a raw value and throws BAD_REQUEST. */
export function rowsOfDetails(
  sent: readonly unknown[],
  toDetails: (value: unknown) => LotDetails,
): Rows {
  return {
    refusals: DETAILS_REFUSALS,
    count: sent.length,
    passedOver: 0,
    *rows() {
      for (const [i, value] of sent.entries())
        yield {
          row: i + 1,
          name: isObject(value) ? rowName(value.name, value.ref) : null,
          openingHours: isObject(value) ? value.opening_hours : undefined,
          read: (reading) => readLotOfMany(toDetails(value), reading),
        };
    },
  };
}
