import { Type } from 'typebox';
import { REF_LENGTH_MAX } from '../../../src/parking/lots/osm/tags.ts';
import {
  type ListedLot,
  listOwnLots,
  TEXT_MATCHES_MAX,
} from '../../../src/parking/lots/own-lots.ts';
import { CREATED_FILTERS, defineList, readCreated } from '../../reads/define-list.ts';
import { OperatorLotSchema, presentOperatorLot } from './operator-lot.ts';

/** Of a text that is looked for, in characters. */
const TEXT_LENGTH_MAX = 100;

export const listLotsOperation = defineList({
  operationId: 'listLots',
  path: '/api/v1/lots',
  summary: 'List your lots, newest first',
  description:
    'Those that are not listed and those that are closed too. Lots of others are found by ' +
    '/api/v1/lots/search.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  filters: {
    status: Type.Optional(
      Type.Enum(['active', 'closed'], { description: 'Only lots of this status' }),
    ),
    is_listed: Type.Optional(
      Type.Boolean({ description: 'Only those that others find, or only those they do not' }),
    ),
    ref: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REF_LENGTH_MAX,
        description: 'Only the lot that you call so',
      }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        description:
          'Only lots whose name, ref or address contains it, in whatever case; of more than ' +
          `${TEXT_MATCHES_MAX} the newest`,
      }),
    ),
    ...CREATED_FILTERS,
  },
  rows: 'lots',
  item: OperatorLotSchema,
  list({ query, caller, page }, { db }) {
    const { status = null, is_listed: isListed = null, ref = null, text = null } = query;
    const filter = { status, isListed, ref, text, ...readCreated(query) };
    return listOwnLots(db, caller, { ...filter, ...page });
  },
  present: (lot, _caller, { config }) => ({
    ...presentOperatorLot(lot, config.baseUrl),
    available_spaces: freeOf(lot),
  }),
});

/** More vehicles may be counted than there are spaces. */
function freeOf({ totalSpaces, occupiedSpaces }: ListedLot): number | null {
  return totalSpaces === null ? null : Math.max(0, totalSpaces - occupiedSpaces);
}
