import { Type } from 'typebox';
import {
  AVAILABILITY_SHOWN,
  FEW_PCT_MAX,
} from '../../../../src/parking/lots/availability-shown.ts';
import {
  THRESHOLD_PCT_MAX,
  THRESHOLDS,
  THRESHOLDS_MAX,
} from '../../../../src/parking/lots/write/occupancy-thresholds.ts';

/** At which occupancy of a lot subscribers are told, what others see of it, and what counts do. */
export const OccupancyInput = {
  occupancy_thresholds: Type.Optional(
    Type.Array(
      Type.Integer({
        minimum: 1,
        maximum: THRESHOLD_PCT_MAX,
        description: 'Percent of the spaces in use',
      }),
      {
        maxItems: THRESHOLDS_MAX,
        uniqueItems: true,
        description:
          'Percent of the spaces in use. There is an event occupancy.changed when one is ' +
          'reached, and when the occupancy has fallen 5 points below it; default ' +
          `${THRESHOLDS.occupancyThresholds.join(' and ')}; empty: no such events`,
      },
    ),
  ),
  availability_shown: Type.Optional(
    Type.Enum([...AVAILABILITY_SHOWN], {
      description:
        'What others see of how full the lot is: its free spaces (exact, the default), only ' +
        `whether it is free, few (at most ${FEW_PCT_MAX} percent, or 1) or full (level), or ` +
        'nothing (none)',
    }),
  ),
  reports_inform_only: Type.Optional(
    Type.Boolean({
      description:
        'Whether a count of the vehicles only informs. false (the default): for 15 minutes, one ' +
        'that leaves too few spaces keeps new stays and holds away (409 reported_full)',
    }),
  ),
};
