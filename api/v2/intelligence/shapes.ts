import { type Static, Type } from 'typebox';
import { SPEND_CAP_CENTS_MAX } from '../../../src/keys/spend-cap.ts';

/** What every intelligence answer shares. */
export const Cents = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });

export const MaxCostCents = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SPEND_CAP_CENTS_MAX,
    description: 'refuse (403) when the answer would cost more',
  }),
);

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
