import type { ExportedLot } from './exported-lot.ts';
import { uploadTagsOf } from './upload-tags.ts';
import { writeDegrees } from './write-degrees.ts';

/**
 * A lot as a GeoJSON feature whose properties are OpenStreetMap's keys; `@id` is the object from
 * which it came, as overpass turbo writes it.
 */
export function writeFeature(lot: ExportedLot): string {
  const { tags, left_out } = uploadTagsOf(lot);
  const coordinates = `[${writeDegrees(lot.longitude)},${writeDegrees(lot.latitude)}]`;
  const osmId = lot.osmId === null ? {} : { '@id': lot.osmId };
  const properties = JSON.stringify({ ...osmId, ...tags });
  const count = left_out.length > 0 ? `"left_out_count":${left_out.length},` : '';
  return (
    `{"type":"Feature","id":"${lot.lotId}",${count}` +
    `"geometry":{"type":"Point","coordinates":${coordinates}},"properties":${properties}}`
  );
}
