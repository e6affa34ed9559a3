import { badField } from '../../errors.ts';
import { shownText } from '../../text/shown-text.ts';
import type { ElementType, OsmElement } from './osm-element.ts';
import { readBlock } from './pbf-block.ts';
import { bytesOf, readFields } from './protobuf.ts';
import { atByte, readBlobs } from './read-blobs.ts';

const REQUIRED_FEATURE = 4;
const KNOWN_FEATURES: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays'];

/**
 * Reads an OSM PBF file. `onElement` gets each element of the wanted types, in the order of the
 * file. Errors: BAD_REQUEST naming `file`, with the byte.
 */
export async function readPbfElements(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<ElementType>,
  onElement: (element: OsmElement) => void,
): Promise<void> {
  let hasHeader = false;
  for await (const { type, content, from } of readBlobs(bytes)) {
    if (type === 'OSMHeader') atByte(from, () => checkHeader(content));
    else if (!hasHeader) throw badField('file', 'begins with data, not with the header of a PBF');
    else atByte(from, () => readBlock(content, wanted, onElement));
    hasHeader = true;
  }
  if (!hasHeader) throw badField('file', 'is a PBF without a header');
}

function checkHeader(header: Uint8Array): void {
  readFields(header, (field, value) => {
    if (field !== REQUIRED_FEATURE) return;
    const feature = Buffer.from(bytesOf(value)).toString();
    if (feature === 'HistoricalInformation')
      throw badField('file', 'has the history of its elements: extract one point in time first');
    if (!KNOWN_FEATURES.includes(feature))
      throw badField('file', `needs "${shownText(feature)}", which is not understood`);
  });
}
