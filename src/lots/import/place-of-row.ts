import type { NamedColumns } from '../../tables/name-columns.ts';
import type { Dialect } from './dialect.ts';
import type { FileFeature } from './file-feature.ts';
import type { LotField } from './tables/lot-headers.ts';
import { geometryOfRow } from './tables/table-position.ts';

/** The feature with a geometry, where columns say it. Errors: BAD_REQUEST naming them. */
export function withPlace(feature: FileFeature, dialect: Dialect): () => FileFeature {
  const { geometry, properties } = feature;
  const named = dialect.name === 'table' ? dialect.named : PLACE_OF_SITE;
  const isSaid = dialect.name !== 'table' && dialect.name !== 'parkapi_v3';
  if (geometry != null || isSaid) return () => feature;
  return () => ({ ...feature, properties: {}, geometry: geometryOfRow(properties, named) });
}

const PLACE_OF_SITE: NamedColumns<LotField> = new Map([
  ['lat', 'lat'],
  ['lng', 'lon'],
]);
