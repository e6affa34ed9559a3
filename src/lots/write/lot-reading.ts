import { type HoursCheck, openHoursCheck } from '../hours/hours-check.ts';
import { type AreaReader, type OutlineReader, openAreas, openOutlines } from '../outline.ts';
import { openPlaces, type PlaceFinder } from '../place.ts';

/** What is needed to read lots and takes time to load. */
export type LotReading = {
  placeOf: PlaceFinder;
  pointInside: OutlineReader;
  /** In whole square metres; null: the outline crosses itself. */
  areaOf: AreaReader;
  checkHours: HoursCheck;
};

/** `hours`: the raw opening hours of all lots that will be read. */
export async function openLotReading(hours: Iterable<unknown>): Promise<LotReading> {
  const [placeOf, pointInside, areaOf, checkHours] = await Promise.all([
    openPlaces(),
    openOutlines(),
    openAreas(),
    openHoursCheck(hours),
  ]);
  return { placeOf, pointInside, areaOf, checkHours };
}
