import type { StepContext } from '../step.ts';

/** How the marts are made, in this order: what is stale, then places, then countries. */
export const STATEMENTS = [
  '5_marts/0_stale/stale_lots',
  '5_marts/0_stale/stale_searched_cells',
  '5_marts/1_places/market_rate_by_lot',
  '5_marts/1_places/searches_by_cell',
  '5_marts/2_countries/search_percentiles',
] as const;

/** As of when nothing is known to be contained. */
const BEGINNING = '1970-01-01T00:00:00.000000Z';

/**
 * Rollups -> marts as of the horizon of the drains: whatever was committed before it is contained,
 * and it never goes back. Their windows end at whole hours: within an hour only what new batches
 * touch is made anew, and without new batches the same marts hold at a later instant.
 */
export async function buildMarketRates(context: StepContext): Promise<number> {
  const { warehouse, observe, horizon } = context;
  const state = await warehouse.state();
  const asOf = [horizon ?? BEGINNING, state.as_of ?? BEGINNING].sort().at(-1) ?? BEGINNING;
  const { batch: auditBatch } = await warehouse.watermark('audit_log');
  const { batch: searchBatch } = await warehouse.watermark('search_log');
  const isSameHour = state.as_of !== null && hourOf(state.as_of) === hourOf(asOf);
  const isSameBatch = state.audit_batch === auditBatch && state.search_batch === searchBatch;
  const isStanding = isSameHour && isSameBatch;
  return warehouse.build(
    isStanding ? [] : STATEMENTS,
    {
      build: isStanding ? state.build : state.build + 1,
      audit_batch: auditBatch,
      search_batch: searchBatch,
      as_of: asOf,
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
