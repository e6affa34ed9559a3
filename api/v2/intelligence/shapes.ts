import { type Static, Type } from 'typebox';
import { SPEND_CAP_CENTS_MAX } from '../../../src/keys/spend-cap.ts';
import type { Confidence } from '../../../src/market/market-rate.ts';

/** What every intelligence answer shares. */
export const REPLAYED_ANSWER = 'true when this answer was given, and paid, before';
export const Cents = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });

export const MaxCostCents = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SPEND_CAP_CENTS_MAX,
    description: 'US cents: refuse (403) when the answer could cost more',
  }),
);

export const Location = Type.Object({
  lat: Type.Number(),
  lng: Type.Number(),
  radius_km: Type.Number(),
});

export const Meta = Type.Object({
  endpoint: Type.String(),
  cost_cents: Type.Integer({
    minimum: 0,
    description:
      'What this answer costs, US cents; 0 where confidence is low. Test keys pay nothing',
  }),
  confidence: Type.Enum(['low', 'medium', 'high'], {
    description:
      'low: fewer than 3 lots have a vote. high: at least 10 voting lots and 100 paid stays. ' +
      'medium: all between',
  }),
  timestamp: Type.String({ format: 'date-time' }),
  as_of: Type.String({ format: 'date-time', description: 'all up to here is included' }),
  request_id: Type.String(),
});

export function toMeta(answer: {
  endpoint: string;
  costCents: number;
  confidence: Confidence;
  now: number;
  asOf: Date;
  requestId: string;
}): Static<typeof Meta> {
  return {
    endpoint: answer.endpoint,
    cost_cents: answer.costCents,
    confidence: answer.confidence,
    timestamp: new Date(answer.now).toISOString(),
    as_of: answer.asOf.toISOString(),
    request_id: answer.requestId,
  };
}
