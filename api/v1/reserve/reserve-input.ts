import { Type } from 'typebox';
import { INTENT_LENGTH_MAX } from '../../../src/kit/words/wish.ts';
import {
  HOLD_AHEAD_DAYS_MAX,
  HOLD_HOURS_MAX,
  HOLD_SPACES_MAX,
  TTL_SECONDS_DEFAULT,
  TTL_SECONDS_MAX,
  TTL_SECONDS_MIN,
} from '../../../src/parking/holds/hold.ts';
import { InstantInput, PlateInput } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { VehicleInput } from '../sessions/vehicle-input.ts';

/** What to hold, in words and in fields; a field overrides the words. */
export const ReserveInput = Type.Object(
  {
    intent: Type.String({
      minLength: 1,
      maxLength: INTENT_LENGTH_MAX,
      description: 'What you want, in English',
    }),
    lot_id: Type.Optional(LotId()),
    starts_at: Type.Optional(
      InstantInput(`When it begins, default now; at most ${HOLD_AHEAD_DAYS_MAX} days ahead`),
    ),
    ends_at: Type.Optional(
      InstantInput(
        `When it ends, default an hour on; at most ${HOLD_HOURS_MAX} hours after the start`,
      ),
    ),
    plate: Type.Optional(
      PlateInput(
        'Your keys have one space of a lot for it at a time, by hold or stay: 409 ' +
          'plate_already_held',
      ),
    ),
    vehicle: Type.Optional(VehicleInput),
    space_count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: HOLD_SPACES_MAX, description: 'Spaces; default 1' }),
    ),
    ttl_seconds: Type.Integer({
      minimum: TTL_SECONDS_MIN,
      maximum: TTL_SECONDS_MAX,
      default: TTL_SECONDS_DEFAULT,
      description:
        'Seconds, of a hold that begins now; a later one waits for 15 minutes after its start',
    }),
  },
  {
    examples: [
      {
        intent: 'covered, Cedar Street Garage, tomorrow 9 to 17, plate NE 4821, under $40 in total',
      },
      {
        intent: 'right now for two hours',
        lot_id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
        ttl_seconds: 600,
      },
    ],
  },
);
