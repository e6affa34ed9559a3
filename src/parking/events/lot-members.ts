import { Type } from 'typebox';
import { nullable } from '../../kit/web/document/field-types.ts';
import { LOT_FIELDS } from '../lots/fields/lot-fields.ts';
import { announcedOf } from '../lots/fields/select-fields.ts';

/** In units of the lot's currency. */
const Amount = nullable(Type.Number());
const Count = Type.Integer({ minimum: 0 });
const Instant = Type.String({ format: 'date-time' });

/** How the rate moves, as `GET /api/v1/lots/{lot_id}/rates` shows it to the operator. */
const Dynamic = nullable(
  Type.Object({
    floor_rate: Amount,
    ceiling_rate: Amount,
    /** What moves; older events do not say it. */
    parts: Type.Optional(nullable(Type.Array(Type.String()))),
    maxima: Type.Optional(Type.Enum(['kept', 'multiplied'])),
    occupancy: nullable(
      Type.Object({
        id: Type.String(),
        bands: Type.Array(Type.Object({ from_pct: Count, multiplier: Type.Number() })),
      }),
    ),
    surge: nullable(Type.Object({ id: Type.String(), max_multiplier: Type.Number() })),
    events: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        starts_at: Instant,
        ends_at: Instant,
        multiplier: Type.Number(),
      }),
    ),
  }),
);

const Announced = announcedOf(LOT_FIELDS);
const { base_rate, rate_unit, billing_step_minutes, max_daily_rate, has_no_daily_max } = Announced;

/**
 * What an operator decides about a lot, in the words and units of the API, as the database function
 * `shown_lot` returns it. An event contains only the members that changed.
 */
export const LotMembers = Type.Partial(
  Type.Object({
    ...Announced,
    /** `current.id` of the lot's rates. */
    rate_id: nullable(Type.String()),
    dynamic: Dynamic,
    scheduled: Type.Array(
      Type.Object({
        id: Type.String(),
        ...{ base_rate, rate_unit, billing_step_minutes, max_daily_rate, has_no_daily_max },
        dynamic: Dynamic,
        effective_from: Instant,
      }),
    ),
    osm_tags: Type.Record(Type.String(), Type.String()),
    deleted_at: nullable(Instant),
  }),
);
