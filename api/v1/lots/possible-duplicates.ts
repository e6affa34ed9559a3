import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { DUPLICATES_NAMED_MAX } from '../../../src/parking/lots/duplicates/possible-duplicates.ts';
import { LotId } from '../../fields/ids.ts';

/** What else is listed that looks like the same car park. */
export const PossibleDuplicates = Type.Array(
  named('PossibleDuplicate', {
    lot_id: LotId(),
    name: Type.String(),
    distance_m: Type.Integer({ minimum: 0, description: 'Great-circle metres' }),
  }),
  {
    description:
      `Up to ${DUPLICATES_NAMED_MAX} lots that look like the same car park, the nearest first: ` +
      'your own, and those of others that searches find. Nothing is refused because of them; ' +
      'figures of the market count the one that was listed first',
  },
);
