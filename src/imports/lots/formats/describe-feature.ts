import type { FileFeature } from '../features/file-feature.ts';
import type { LotDescription } from '../features/lot-description.ts';
import { describeOsmLot } from './describe-osm-lot.ts';
import { describeRenamedLot, type Renamed } from './describe-renamed-lot.ts';
import type { TagDialect } from './dialect.ts';
import { renameParkapi } from './rename-parkapi.ts';
import { renameParkapiV3 } from './rename-parkapi-v3.ts';
import { renameTable } from './rename-table.ts';

/** What a feature says of its lot, in the words of its format. */
export function describeFeature(
  { properties, tags }: FileFeature,
  dialect: TagDialect,
  context: Parameters<typeof describeOsmLot>[1],
): LotDescription {
  if (dialect.name === 'osm') return describeOsmLot(tags, context);
  return describeRenamedLot(rename(properties, dialect), context);
}

function rename(
  properties: Record<string, unknown>,
  dialect: Exclude<TagDialect, { name: 'osm' }>,
): Renamed {
  if (dialect.name === 'parkapi_v3') return renameParkapiV3(properties);
  if (dialect.name === 'table') return renameTable(properties, dialect.named);
  return renameParkapi(properties, dialect.city);
}
