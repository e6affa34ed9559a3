import type { NamedColumns } from '../../../kit/tables/name-columns.ts';
import type { FileFeature } from '../features/file-feature.ts';
import type { Dialect } from '../formats/dialect.ts';
import type { LotField } from '../tables/lot-headers.ts';
import { geometryOfRow } from '../tables/table-position.ts';

/** The columns of a place, in formats that have names of their own for them. */
const PLACES: Partial<Record<Dialect['name'], NamedColumns<LotField>>> = {
  parkapi_v3: columns('lat', 'lon'),
  own: columns('lat', 'lng'),
};

function columns(lat: string, lng: string): NamedColumns<LotField> {
  return new Map([
    ['lat', lat],
    ['lng', lng],
  ]);
}

/** A row with the geometry that its columns say, unless it has one. Errors: BAD_REQUEST. */
export function withPlace(feature: FileFeature, dialect: Dialect): FileFeature {
  const { geometry, properties } = feature;
  const named = dialect.name === 'table' ? dialect.named : PLACES[dialect.name];
  if (geometry != null || named === undefined) return feature;
  return { ...feature, properties: {}, geometry: geometryOfRow(properties, named) };
}
