import type { FieldProblem } from '../../../kit/errors.ts';
import { isObject } from '../../../kit/is-object.ts';
import type { LotDetails } from '../../../parking/lots/lot-details.ts';
import type { Rows } from '../../../parking/lots/write/batch/lot-rows.ts';
import { readLotOfMany } from '../../../parking/lots/write/new-lot.ts';
import type { LotRefusal } from '../../../parking/lots/write/write-lots.ts';
import { rowName } from '../features/row-name.ts';

const DETAILS_REFUSALS: Readonly<Record<LotRefusal, FieldProblem>> = {
  spaces_in_use: { field: 'total_spaces', reason: 'is less than the number of spaces in use now' },
  currency_in_use: {
    field: 'currency',
    reason: 'is not that of the posted and scheduled rates',
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
