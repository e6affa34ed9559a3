import { type HoursCheck, openHoursCheck } from '../hours/hours-check.ts';
import { type OutlineReader, openOutlines } from '../outline.ts';
import { openPlaces, type PlaceFinder } from '../place.ts';

/** What takes time to find out about lots, and has to be at hand when they are read. */
export type LotReading = {
  placeOf: PlaceFinder;
  pointInside: OutlineReader;
  checkHours: HoursCheck;
};

/** `hours`: the opening hours of all lots that are to be read, as they came. */
export async function openLotReading(hours: Iterable<unknown>): Promise<LotReading> {
  const [placeOf, pointInside, checkHours] = await Promise.all([
    openPlaces(),
    openOutlines(),
    openHoursCheck(hours),
  ]);
  return { placeOf, pointInside, checkHours };
}
