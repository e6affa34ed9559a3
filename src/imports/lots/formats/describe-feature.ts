import type { FileFeature } from '../features/file-feature.ts';
import type { LotDescription } from '../features/lot-description.ts';
import { statedLists, unpostedList } from '../prices/read-price-lists.ts';
import { withoutLists } from '../tables/price-columns.ts';
import { describeOsmLot } from './describe-osm-lot.ts';
import { describeRenamedLot, type Renamed } from './describe-renamed-lot.ts';
import type { TagDialect } from './dialect.ts';
import { priceColumnsOf } from './price-columns-of.ts';
import { renameParkapi } from './rename-parkapi.ts';
import { renameParkapiV3 } from './rename-parkapi-v3.ts';
import { renameTable } from './rename-table.ts';

type Context = Omit<Parameters<typeof describeOsmLot>[1], 'stated'>;

/** What a feature says of its lot, in the words of its format. */
export function describeFeature(
  { properties, tags }: FileFeature,
  dialect: TagDialect,
  context: Context,
): LotDescription {
  const stated = statedLists(properties, priceColumnsOf(dialect));
  const others = withoutLists(properties, stated.lists);
  const more = { ...context, stated };
  const lot =
    dialect.name === 'osm'
      ? describeOsmLot(tags, more)
      : describeRenamedLot(rename(others, dialect, stated.lists.length > 0), more);
  const isRead = lot.price.kind !== 'text' && stated.lists.length > 0;
  if (!isRead || !lot.hasUnreadRules) return lot;
  const price = unpostedList(stated, lot.tags);
  return { ...lot, price, notes: [...lot.notes, ...price.problems] };
}

function rename(
  properties: Record<string, unknown>,
  dialect: Exclude<TagDialect, { name: 'osm' }>,
  isBesideList: boolean,
): Renamed {
  if (dialect.name === 'parkapi_v3') return renameParkapiV3(properties);
  if (dialect.name === 'table') return renameTable(properties, dialect.named, isBesideList);
  return renameParkapi(properties, dialect.city);
}
