import type { LotColumns } from '../lot-columns.ts';

/**
 * For a lot whose operator sets no limits: 20 percent for all other operators together, 10 for
 * each.
 */
export const HOLD_LIMITS: Pick<LotColumns, 'holdOthersPct' | 'holdEachPct'> = {
  holdOthersPct: 20,
  holdEachPct: 10,
};
