import { badFieldsIn, type FieldProblem } from '../../../kit/errors.ts';
import { openHoursReader } from '../../../kit/hours/read-hours.ts';
import type { OsmObject } from '../../../kit/osm/diff/place.ts';
import { linesOfAreas, readFeatureTags } from '../../../kit/osm/files/feature-tags.ts';
import type { OpenBytes } from '../../../kit/osm/files/open-bytes.ts';
import { type JsonFile, type OsmFile, openOsmFile } from '../../../kit/osm/files/open-osm-file.ts';
import { openAreas, openOutlines } from '../../../parking/lots/place/outline.ts';
import { readFeatures, toRawFeatures } from '../features/feature-collection.ts';
import { placeOfFeature } from '../features/feature-position.ts';
import { hoursIn } from '../features/hours-in.ts';

type Unplaced = { name: string; problem: FieldProblem };
type Read = { name: string; osmId: string | null; tags: Record<string, string> } & (
  | { geometry: unknown }
  | { problem: FieldProblem }
);

/**
 * The car parks of an extract of OpenStreetMap, in any form that `importLots` reads. `unplaced` are
 * those whose place cannot be told. Errors: BAD_REQUEST naming `file`.
 */
export async function readOsmObjects(
  open: OpenBytes,
): Promise<{ objects: OsmObject[]; unplaced: Unplaced[] }> {
  const [pointInside, areaOf] = await Promise.all([openOutlines(), openAreas()]);
  const objects: OsmObject[] = [];
  const unplaced: Unplaced[] = [];
  for (const read of elementsOf(await openOsmFile(open))) {
    const { name, osmId, tags } = read;
    if ('problem' in read) unplaced.push({ name, problem: read.problem });
    else if (osmId !== null)
      try {
        const feature = { geometry: read.geometry, osmId, notes: [] };
        const { sent } = placeOfFeature(feature, { pointInside, areaOf });
        objects.push({ id: osmId, point: sent, tags });
      } catch (error) {
        for (const problem of badFieldsIn(error)) unplaced.push({ name, problem });
      }
  }
  return { objects: await withHours(objects), unplaced };
}

async function withHours(objects: readonly OsmObject[]): Promise<OsmObject[]> {
  const readHours = await openHoursReader(objects.map(({ tags }) => tags.opening_hours));
  return objects.map((object) => {
    const hours = hoursIn(object.tags, readHours);
    return hours.kind === 'read' ? { ...object, hours: hours.value } : object;
  });
}

function* elementsOf(file: OsmFile | JsonFile): Generator<Read> {
  if (file.format === 'osm') {
    for (const entry of file.entries()) {
      const { name } = entry;
      if ('problem' in entry) yield { name, osmId: null, tags: {}, problem: entry.problem };
      else yield { name, ...entry.feature, osmId: entry.feature.id };
    }
    return;
  }
  const features = toRawFeatures(readFeatures(file.document));
  const twice = linesOfAreas(features);
  for (const [i, feature] of features.entries()) {
    const { osmId, tags } = readFeatureTags(feature);
    if (tags.amenity === 'parking' && !twice.has(i))
      yield { name: osmId ?? '', osmId, tags, geometry: feature.geometry };
  }
}
