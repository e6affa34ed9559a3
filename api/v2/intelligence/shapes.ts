import { type Static, Type } from 'typebox';

/** What every intelligence answer shares. */
export const Cents = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });

export const RADIUS_KM_DEFAULT = 5;

/** The circle that an answer is about. */
export const CircleQuery = {
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  radius_km: Type.Number({ minimum: 0.1, maximum: 50, default: RADIUS_KM_DEFAULT }),
};

export const Location = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  radius_km: Type.Number(),
});

export const Meta = Type.Object({
  endpoint: Type.String(),
  cost_cents: Cents,
  timestamp: Type.String({ format: 'date-time' }),
  as_of: Type.String({ format: 'date-time', description: 'all up to here is included' }),
  request_id: Type.String(),
});

export function toMeta(answer: {
  endpoint: string;
  costCents: number;
  now: number;
  asOf: Date;
  requestId: string;
}): Static<typeof Meta> {
  return {
    endpoint: answer.endpoint,
    cost_cents: answer.costCents,
    timestamp: new Date(answer.now).toISOString(),
    as_of: answer.asOf.toISOString(),
    request_id: answer.requestId,
  };
}
