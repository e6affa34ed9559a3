import { Type } from 'typebox';

/** Prices of answers are in US cents. */
export const CURRENCY = 'usd';

/** What was charged for some answers. */
export const CHARGED = {
  query_count: Type.Integer({ minimum: 0, description: 'answers that were charged' }),
  cost_cents: Type.Integer({ minimum: 0, description: 'US cents' }),
};
