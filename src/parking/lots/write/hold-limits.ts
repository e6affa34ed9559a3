import type { LotColumns } from '../lot-columns.ts';

/**
 * For a lot whose operator sets no limits: 20 percent for all other operators together, 10 for
 * each.
 */
export const HOLD_LIMITS: Pick<LotColumns, 'hold_others_pct' | 'hold_each_pct'> = {
  hold_others_pct: 20,
  hold_each_pct: 10,
};
