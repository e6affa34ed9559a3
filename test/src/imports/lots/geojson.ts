import { Readable } from 'node:stream';
import type { OpenBytes } from '../../../../src/kit/osm/files/open-bytes.ts';

/** A lot in OpenStreetMap tags; `tags` adds to or replaces what every lot needs. */
export function osmFeature(
  longitude: number,
  latitude: number,
  tags: Record<string, unknown> = {},
): object {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { amenity: 'parking', name: 'Lot', capacity: 10, ...tags },
  };
}

/** The file with these features. */
export function geojsonFile(features: readonly unknown[]): OpenBytes {
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  return () => Readable.from([Buffer.from(text)]);
}
