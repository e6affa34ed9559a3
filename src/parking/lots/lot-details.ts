import { type Static, Type } from 'typebox';
import type { AccessInput } from './fields/access-fields.ts';
import { LOT_FIELDS } from './fields/lot-fields.ts';
import type { RATE_FIELDS } from './fields/rate-fields.ts';
import { changesOf, inputsOf } from './fields/select-fields.ts';

/** The body that creates a lot; null removes what it stands for. */
export const NewLotInput = Type.Object(inputsOf(LOT_FIELDS), {
  examples: [
    {
      name: 'Elm Street Garage',
      lat: 41.201,
      lng: -99.61,
      total_spaces: 120,
      base_rate: 2.5,
      max_daily_rate: 18,
      lot_type: 'garage',
      spaces: { ev: 8, accessible: 4 },
      opening_hours: 'Mo-Su 05:00-24:00',
      access: { gate_code: '4821#', entry_lane: 'left', space_labels: ['A1', 'A2'] },
    },
  ],
});

/** The body that changes a lot. Rates have an operation of their own. */
export const LotChangesInput = Type.Object(changesOf(LOT_FIELDS));

/**
 * What an operator says about a lot. Amounts are in units of the currency, opening hours in OSM
 * syntax. The product computes what is left out.
 */
export type LotDetails = Static<typeof NewLotInput>;

/** Changes of a lot that exists. */
export type LotChanges = Static<typeof LotChangesInput>;

/** The rate that a lot starts with; afterwards only `rates/set-rate.ts` changes it. */
export type RateDetails = Pick<
  LotDetails,
  Exclude<keyof typeof RATE_FIELDS & keyof LotDetails, 'currency'>
>;

/** How vehicles get in and out. */
export type AccessDetails = Static<typeof AccessInput>;
