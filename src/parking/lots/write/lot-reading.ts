import { type HoursReader, openHoursReader } from '../../../kit/hours/read-hours.ts';
import { type AreaReader, type OutlineReader, openAreas, openOutlines } from '../place/outline.ts';
import { openPlaces, type PlaceFinder } from '../place/place.ts';

/** What is needed to read lots and takes time to load. */
export type LotReading = {
  placeOf: PlaceFinder;
  pointInside: OutlineReader;
  /** In whole square metres; null: the outline crosses itself. */
  areaOf: AreaReader;
  readHours: HoursReader;
};

/** `hours`: the raw opening hours of all lots that will be read. */
export async function openLotReading(hours: Iterable<unknown>): Promise<LotReading> {
  const [placeOf, pointInside, areaOf, readHours] = await Promise.all([
    openPlaces(),
    openOutlines(),
    openAreas(),
    openHoursReader(hours),
  ]);
  return { placeOf, pointInside, areaOf, readHours };
}
