import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { Lot } from '../../../src/parking/lots/lot-columns.ts';
import {
  HOURS_SHOWN,
  type OccupancyHour,
  readOccupancyHours,
} from '../../../src/parking/lots/occupancy-hours.ts';
import { findOwnersLot } from '../../../src/parking/lots/own-lots.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { LotId } from '../../fields/ids.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';

const DECIMALS = 10;

export const LotOccupancy = named('LotOccupancy', {
  lot_id: LotId(),
  total_spaces: nullable(Type.Integer({ minimum: 0, description: 'null: not known' })),
  occupied_spaces: Type.Integer({
    minimum: 0,
    description: 'Now, by stays and live holds, or by the count of vehicles if that is more',
  }),
  available_spaces: nullable(Type.Integer({ minimum: 0, description: 'null: not known' })),
  is_reported: Type.Boolean({
    description: 'Whether vehicles were counted in the last 15 minutes',
  }),
  as_of: Type.String({ format: 'date-time' }),
  hours: Type.Array(
    named('OccupancyHour', {
      at: Type.String({ format: 'date-time', description: 'When the hour begins' }),
      occupied_spaces: nullable(
        Type.Number({
          minimum: 0,
          description: 'Vehicles on the mean, by stays, or by counts if more; null: not known',
        }),
      ),
    }),
    { description: `The last ${HOURS_SHOWN} hours, the present one last` },
  ),
});

export const getOccupancyOperation = defineLookUp({
  operationId: 'getOccupancy',
  path: '/api/v1/lots/{lot_id}/occupancy',
  summary: 'How full one of your lots is, and was in each hour of the last week',
  description: 'Of your own lots only. Hours in which nothing is known are null, never 0.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  params: LOT_PARAMS,
  answer: { occupancy: LotOccupancy },
  answerDescription: 'The occupancy',
  async find({ params, caller }, { db }) {
    const lot = await findOwnersLot(db, params.lot_id, caller);
    return { occupancy: present(lot, await readOccupancyHours(db, lot.lotId)) };
  },
});

function present(lot: Lot, hours: readonly OccupancyHour[]): Static<typeof LotOccupancy> {
  const { totalSpaces: total, occupiedSpaces: occupied } = lot;
  return {
    lot_id: lot.lotId,
    total_spaces: total,
    occupied_spaces: occupied,
    available_spaces: total === null ? null : Math.max(0, total - occupied),
    // null of a lot whose vehicles nobody ever counted.
    is_reported: Boolean(lot.isReported),
    as_of: lot.now.toISOString(),
    hours: hours.map((hour) => ({
      at: hour.at.toISOString(),
      occupied_spaces:
        hour.occupied === null ? null : Math.round(hour.occupied * DECIMALS) / DECIMALS,
    })),
  };
}
