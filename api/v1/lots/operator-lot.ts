import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { LOT_FIELDS, PUBLIC_FIELDS } from '../../../src/parking/lots/fields/lot-fields.ts';
import { OWN_FIELDS } from '../../../src/parking/lots/fields/own-fields.ts';
import { presenterOf, shownOf } from '../../../src/parking/lots/fields/select-fields.ts';
import type { OperatorLot } from '../../../src/parking/lots/lot-columns.ts';

/** A lot as its operator sees it. */
export const OperatorLotSchema = named('OperatorLot', {
  ...shownOf(LOT_FIELDS),
  available_spaces: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        description: 'In lists: free now, by stays, holds and counts; null: not known',
      }),
    ),
  ),
});

export type OperatorLotShape = Static<typeof OperatorLotSchema>;

/** A lot as any caller sees it: only its own operator gets the operator's fields. */
export const ShownLotSchema = named('Lot', {
  ...shownOf(PUBLIC_FIELDS),
  ...Type.Partial(Type.Object(shownOf(OWN_FIELDS))).properties,
});

export const presentOperatorLot: (lot: OperatorLot, baseUrl: string) => OperatorLotShape =
  presenterOf(LOT_FIELDS);
