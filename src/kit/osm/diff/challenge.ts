import type { LatLng } from '../../geo/great-circle.ts';
import type { Tags } from '../values/reading.ts';
import type { Changed, LotsDiff, MissingInOsm } from './diff-lots.ts';

/** The most tasks that maproulette.org takes in a challenge. */
export const CHALLENGE_TASKS_MAX = 50_000;

/** Starts each line (RFC 7464); by it MapRoulette also knows a file with one line. */
const RECORD_SEPARATOR = '\u001e';
/** Of MapRoulette's cooperative work: the current format, and in it the kind "change tags". */
const WORK = { version: 2, type: 1 };

/**
 * The lines of a MapRoulette challenge in its line-by-line GeoJSON, with one task each: a
 * FeatureCollection of one Point. Where tags differ, the task carries the change as cooperative
 * work, which a person confirms or refuses; tags are set, never removed. What is missing in
 * OpenStreetMap is a task without such work, because MapRoulette creates no objects: its
 * properties are the tags to give. Both names stay the same in every run, so an uploaded file
 * updates the tasks of the last one.
 */
export function* challengeLines({ changed, missing_in_osm }: LotsDiff): Generator<string> {
  for (const change of changed) {
    const task = taskOfChange(change);
    if (task !== undefined) yield lineOf(task);
  }
  for (const missing of missing_in_osm) yield lineOf(taskOfMissing(missing));
}

function taskOfChange({ osm_id, point, osm_tags, tags }: Changed): object | undefined {
  const suggested = tags.filter(({ is_suggested }) => is_suggested);
  if (suggested.length === 0) return undefined;
  const setTags = {
    operation: 'setTags',
    data: Object.fromEntries(suggested.map(({ key, ours }) => [key, ours])),
  };
  const operation = {
    operationType: 'modifyElement',
    data: { id: osm_id, operations: [setTags] },
  };
  return {
    ...collectionOf(osm_id, point, { ...osm_tags, '@id': osm_id }),
    cooperativeWork: { meta: WORK, operations: [operation] },
  };
}

function taskOfMissing({ lot_id, point, tags }: MissingInOsm): object {
  return collectionOf(lot_id, point, tags);
}

/** `id` becomes the name of the task. */
function collectionOf(id: string, { lat, lng }: LatLng, properties: Tags) {
  const geometry = { type: 'Point', coordinates: [lng, lat] };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', id, geometry, properties }] };
}

function lineOf(task: object): string {
  return `${RECORD_SEPARATOR}${JSON.stringify(task)}\n`;
}
