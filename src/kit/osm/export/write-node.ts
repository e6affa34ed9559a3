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
