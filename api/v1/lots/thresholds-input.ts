import { Type } from 'typebox';
import {
  THRESHOLD_PCT_MAX,
  THRESHOLDS,
  THRESHOLDS_MAX,
} from '../../../src/lots/write/occupancy-thresholds.ts';

/** At which occupancy of a lot subscribers are told. */
export const ThresholdsInput = Type.Array(
  Type.Integer({
    minimum: 1,
    maximum: THRESHOLD_PCT_MAX,
    description: 'Percent of the spaces in use',
  }),
  {
    maxItems: THRESHOLDS_MAX,
    uniqueItems: true,
    description:
      'Percent of the spaces in use. There is an event occupancy.changed when one is reached, ' +
      'and when the occupancy has fallen 5 points below it; default ' +
      `${THRESHOLDS.occupancy_thresholds.join(' and ')}; empty: no such events`,
  },
);
