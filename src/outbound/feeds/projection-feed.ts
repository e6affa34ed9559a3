import type { Querier } from '../../stores/postgres.ts';
import type { FeatureRow } from './feature.ts';
import type { FeatureSource } from './map-feed.ts';

const SITES_PER_PAGE = 2_000;

/** All projection sites of one mode. Each run replaces all of them. */
export function projectionFeatures(db: Querier, livemode: boolean): FeatureSource<string> {
  async function* allPages(): AsyncGenerator<FeatureRow[]> {
    let after: string | undefined = '0';
    while (after !== undefined) {
      const page: (FeatureRow & { cell: string })[] = await db.query(
        'projection_sites_list_features',
        { livemode, after, rowLimit: SITES_PER_PAGE },
      );
      yield page;
      after = page.at(-1)?.cell;
    }
  }

  return {
    async look(since) {
      const [run] = await db.query<{ mark: string }>('projection_sites_find_run', { livemode });
      if (run === undefined)
        throw new Error('the database returned no run of the projection sites');
      const { mark } = run;
      return mark === since
        ? { mark, changed: [], pages: noPages() }
        : { mark, changed: null, pages: allPages() };
    },
  };
}

async function* noPages(): AsyncGenerator<FeatureRow[]> {}
