import { findPublication } from '../publication.ts';
import type { RefreshContext } from '../step.ts';

/** How the marts are made, in this order: what is stale, then places, then countries. */
export const STATEMENTS = [
  '5_marts/0_stale/stale_lots',
  '5_marts/0_stale/stale_searched_cells',
  '5_marts/1_places/market_rate_by_lot',
  '5_marts/1_places/searches_by_cell',
  '5_marts/2_countries/search_percentiles',
] as const;

/**
 * Rollups -> marts as of the database's clock after the drains, so that nothing they contain is
 * later. Their windows end at whole hours: within an hour only what new batches touch is made anew,
 * and without new batches the same marts hold at a later instant.
 */
export async function buildMarketRates(context: RefreshContext): Promise<number> {
  const { db, warehouse, observe } = context;
  const { now } = await findPublication(db);
  const state = await warehouse.state();
  const { batch: auditBatch } = await warehouse.watermark('audit_log');
  const { batch: searchBatch } = await warehouse.watermark('search_log');
  const isSameHour = state.as_of !== null && hourOf(state.as_of) === hourOf(now);
  const isSameBatch = state.audit_batch === auditBatch && state.search_batch === searchBatch;
  const isStanding = isSameHour && isSameBatch;
  return warehouse.build(
    isStanding ? [] : STATEMENTS,
    {
      build: isStanding ? state.build : state.build + 1,
      audit_batch: auditBatch,
      search_batch: searchBatch,
      as_of: now,
      audit_built: isSameHour ? state.audit_batch : 0,
      search_built: isSameHour ? state.search_batch : 0,
    },
    () => observe('build-market-rates built'),
  );
}

/** `2026-11-21T08` of `2026-11-21T08:15:00.000000Z`. */
function hourOf(instant: string): string {
  return instant.slice(0, 13);
}
