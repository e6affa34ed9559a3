import type { ExportedLot } from './exported-lot.ts';
import { uploadTagsOf } from './upload-tags.ts';
import { writeDegrees } from './write-degrees.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // As themselves they would be read as spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/**
 * A lot as a new node of OpenStreetMap XML. Its negative id says that OpenStreetMap has not given
 * it a number; it is the lot's own, so it is the same in every file. Some readers need a version.
 */
export function writeNode(lot: ExportedLot): string {
  const { tags, left_out } = uploadTagsOf(lot);
  const place = `lat="${writeDegrees(lot.latitude)}" lon="${writeDegrees(lot.longitude)}"`;
  const lines = [` <node id="-${lot.exportNumber}" version="1" ${place}>`];
  for (const [key, value] of Object.entries(tags))
    lines.push(`  <tag k="${asXml(key)}" v="${asXml(value)}"/>`);
  if (left_out.length > 0)
    lines.push(`  <!-- tags left out, too long or not possible in XML: ${left_out.length} -->`);
  return `${lines.join('\n')}\n </node>`;
}

function asXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '');
}

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
