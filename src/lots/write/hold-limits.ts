import type { LotColumns } from '../lot-columns.ts';

/** Of a lot whose operator says nothing about it: a fifth to all others, a tenth to each. */
export const HOLD_LIMITS: Pick<LotColumns, 'hold_others_pct' | 'hold_each_pct'> = {
  hold_others_pct: 20,
  hold_each_pct: 10,
};
