import { OSM_ATTRIBUTION } from '../lots/attribution.ts';
import { type LotLook, lookAtLots } from '../lots/search/lot-changes.ts';
import type { Querier } from '../stores/postgres.ts';
import type { FeatureRow } from './feature.ts';
import type { FeatureSource } from './map-feed.ts';

const LOTS_PER_PAGE = 2_000;
/** Sorts before the first lot. */
const NO_LOT = '00000000-0000-0000-0000-000000000000';

/** All listed, active lots of one world. */
export function lotFeatures(
  db: Querier,
  { livemode, baseUrl }: { livemode: boolean; baseUrl: string },
): FeatureSource<LotLook> {
  async function* pagesOf(lotIds: readonly string[]): AsyncGenerator<FeatureRow[]> {
    for (let from = 0; from < lotIds.length; from += LOTS_PER_PAGE)
      yield await db.query<FeatureRow>('lots_list_features', {
        base_url: baseUrl,
        osm_attribution: OSM_ATTRIBUTION,
        lot_ids: lotIds.slice(from, from + LOTS_PER_PAGE),
        livemode,
      });
  }

  async function* allPages(): AsyncGenerator<FeatureRow[]> {
    let after: string | undefined = NO_LOT;
    while (after !== undefined) {
      const page: { lot_id: string }[] = await db.query('lots_list_ids', {
        after,
        row_limit: LOTS_PER_PAGE,
      });
      yield* pagesOf(page.map(({ lot_id }) => lot_id));
      after = page.at(-1)?.lot_id;
    }
  }

  return {
    async look(since) {
      const { look, changed } = await lookAtLots(db, since);
      const lotIds = changed?.described ?? null;
      return { mark: look, changed: lotIds, pages: lotIds ? pagesOf(lotIds) : allPages() };
    },
  };
}
