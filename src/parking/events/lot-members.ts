import { Type } from 'typebox';
import { nullable } from '../../access/audit/diff-shapes.ts';

/** In units of the lot's currency. */
const Amount = nullable(Type.Number());
const Text = nullable(Type.String());
const Count = Type.Integer({ minimum: 0 });
const Instant = Type.String({ format: 'date-time' });

/** How the rate moves, as `GET /api/v1/lots/{lot_id}/rates` shows it to the operator. */
const Dynamic = nullable(
  Type.Object({
    floor_rate: Amount,
    ceiling_rate: Amount,
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

const Rate = {
  base_rate: Amount,
  rate_unit: Type.Enum(['hour', 'day']),
  billing_step_minutes: Count,
  max_daily_rate: Amount,
  has_no_daily_max: Type.Boolean(),
};

/**
 * What an operator decides about a lot, in the words and units of the API, as the database function
 * `shown_lot` returns it. An event contains only the members that changed.
 */
export const LotMembers = Type.Partial(
  Type.Object({
    name: Type.String(),
    slug: Type.String(),
    ref: Text,
    address: Text,
    city: Text,
    state: Text,
    country: Text,
    lat: Type.Number(),
    lng: Type.Number(),
    timezone: Type.String(),
    total_spaces: nullable(Count),
    is_capacity_estimated: Type.Boolean(),
    area_m2: nullable(Count),
    ...Rate,
    currency: Type.String(),
    charge_text: Text,
    /** `current.id` of the lot's rates. */
    rate_id: Text,
    dynamic: Dynamic,
    scheduled: Type.Array(
      Type.Object({ id: Type.String(), ...Rate, dynamic: Dynamic, effective_from: Instant }),
    ),
    lot_type: Type.String(),
    is_lot_type_stated: Type.Boolean(),
    features: Type.Array(Type.String()),
    spaces: Type.Object({ ev: Count, accessible: Count, av: Count }),
    opening_hours: Text,
    overnight: Type.Boolean(),
    max_height_cm: nullable(Type.Integer()),
    status: Type.Enum(['active', 'closed']),
    website: Text,
    osm_id: Text,
    osm_tags: Type.Record(Type.String(), Type.String()),
    data_license: Text,
    is_osm_export_allowed: Type.Boolean(),
    is_listed: Type.Boolean(),
    hold_limits: Type.Object({ others_pct: Count, each_pct: Count }),
    occupancy_thresholds: Type.Array(Count),
    availability_shown: Type.Enum(['exact', 'level', 'none']),
    reports_inform_only: Type.Boolean(),
    possible_duplicate_of: Text,
    merged_into: Text,
    deleted_at: nullable(Instant),
  }),
);
