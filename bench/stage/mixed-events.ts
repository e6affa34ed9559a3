import { randomFrom } from '../../src/demo/random.ts';
import { cellAt, cellCentre } from '../../src/kit/geo/cells.ts';
import { roundPoint } from '../../src/kit/geo/great-circle.ts';
import { type City, openCities } from '../../src/kit/places/city-finder.ts';
import { normalPair } from '../stats.ts';
import { addMarketLots, eventSql, type Place } from './market-data.ts';
import type { Stack } from './stack.ts';

const SEED = 31;
/** Where people search: one standard deviation, in degrees of latitude. */
const SPREAD_DEGREES = 0.08;
const PLACES_PER_LOT = 0.2;
const VEHICLES = 100_000;
/** New events come little by little, so that the service reads on instead of everything again. */
const EVENTS_PER_STATEMENT = { past: 250_000, new: 1_000 };
/** Of past events, and their ages in days. */
const PAST: readonly Part[] = [
  { name: 'imported_stays', share: 0.55, days: 30 },
  { name: 'stays', share: 0.02, rows: 3, days: 30 },
  { name: 'counts', share: 0.16, days: 30 },
  { name: 'searches', share: 0.25, days: 30 },
  { name: 'holds', share: 0.02 },
];
/** Of events since the last refresh. */
const NEW: readonly Part[] = [
  { name: 'stays', share: 0.48, rows: 3, days: 0.001 },
  { name: 'holds', share: 0.04 },
  { name: 'changed_rates', share: 0.01 },
  { name: 'counts', share: 0.19, days: 0.001 },
  { name: 'searches', share: 0.28, days: 0.001 },
];

/** A kind of event by the name of its statement; `share` is of all rows, `rows` of one event. */
type Part = { name: string; share: number; rows?: number; days?: number };

/** Lays out lots in cities, and what events are drawn from. Returns where the lots are. */
export async function prepareEvents(
  stack: Stack,
  lotCount: number,
  centres: readonly Place[],
): Promise<Place[]> {
  const places = await addMarketLots(stack, lotCount, { cities: centres });
  await stack.sql(eventSql('pool_tables'));
  const { cityAt } = await openCities();
  const random = randomFrom(SEED);
  const searched = Array.from({ length: lotCount * PLACES_PER_LOT }, (_, i) => {
    const { lat, lng } = centres[i % centres.length] ?? { lat: 0, lng: 0 };
    const [north, east] = normalPair(random);
    const width = SPREAD_DEGREES / Math.cos((lat * Math.PI) / 180);
    const cell = cellAt(lat + north * SPREAD_DEGREES, lng + east * width);
    const centre = roundPoint(cellCentre(cell));
    return { cell, centre, city: cityAt(centre) };
  });
  const ofCities = (column: 'id' | 'name' | 'state' | 'country' | 'timezone') =>
    searched.map(({ city }: { city?: City | undefined }) => city?.[column] ?? null);
  await stack.sql(eventSql('pools'), [
    searched.map(({ cell }) => cell),
    searched.map(({ centre }) => centre.lat),
    searched.map(({ centre }) => centre.lng),
    VEHICLES,
    ...(['id', 'name', 'state', 'country', 'timezone'] as const).map(ofCities),
  ]);
  await stack.sql('analyze');
  return places;
}

/** Adds rows of all kinds that are drained, about in the order in which they happened. */
export async function addMixedEvents(
  stack: Pick<Stack, 'sql'>,
  rowCount: number,
  age: 'past' | 'new',
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  const atOnce = EVENTS_PER_STATEMENT[age];
  let done = 0;
  for (const { name, share, rows = 1, days } of age === 'past' ? PAST : NEW) {
    const wanted = Math.round((share * rowCount) / rows);
    for (let added = 0; added < wanted; added += atOnce) {
      const count = Math.min(atOnce, wanted - added);
      const daysAgo = (rowsBefore: number) => (days ?? 0) * (1 - rowsBefore / wanted);
      const ages = days === undefined ? [] : [daysAgo(added + count), daysAgo(added)];
      await stack.sql(eventSql(name), [count, ...ages]);
      done += count * rows;
      onProgress(done);
    }
  }
}
