import { UUID } from '../../../parking/lots/find-lot.ts';
import { REF_LENGTH_MAX, readText } from '../../../parking/lots/osm/tags.ts';
import type { FileFeature } from '../features/file-feature.ts';
import type { Dialect } from '../formats/dialect.ts';

/** Exports of ours have the ids of lots, which are no names for people. */
export function ownIdOf({ id, properties }: FileFeature): string | null {
  const found = [id, properties.original_uid, properties.id].map(String);
  return found.find((text) => UUID.test(text))?.toLowerCase() ?? null;
}

/** What distinguishes a lot from its operator's others: its own ref, else the feature's id. */
export function readRef(feature: FileFeature, dialect: Dialect): string | null {
  const { osmId, id, properties, tags } = feature;
  const { name } = dialect;
  const key = name === 'table' ? (dialect.named.get('ref') ?? '') : 'ref';
  const own =
    name === 'parkapi_v3'
      ? readText(properties, 'uid' in properties ? 'uid' : 'original_uid', REF_LENGTH_MAX)
      : readText(name === 'osm' ? tags : properties, key, REF_LENGTH_MAX);
  // Exports of this service with OpenStreetMap's keys have the ids of lots, which are no refs.
  const isOwnExport = name === 'osm' && UUID.test(String(id));
  if (own !== undefined || osmId !== null || isOwnExport) return own ?? null;
  return readText({ ref: id }, 'ref', REF_LENGTH_MAX) ?? null;
}
