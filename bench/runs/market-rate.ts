import { randomFrom } from '../../src/demo/random.ts';
import type { Comparison, Run } from '../report.ts';
import { checkAnswers } from '../stage/check-answers.ts';
import { againstHellos, measureKinds, type Round } from '../stage/hellos.ts';
import type { Load } from '../stage/load.ts';
import type { Place } from '../stage/market-data.ts';
import {
  addFewEvents,
  inWords,
  layOutMetropolises,
  publishManyEvents,
} from '../stage/metropolises.ts';
import { refreshOnce, removeWarehouse } from '../stage/refresh-once.ts';
import type { Stack } from '../stage/stack.ts';

export const MARKET_RATE = '/api/v2/intelligence/market-rate';
const RADII_KM = [1, 5, 20, 50];
/** Every answer waits for its charge to be on disk; concurrent callers share that wait. */
const IN_FLIGHT = 32;
const SEED = 7;

/**
 * GET market-rate, against hellos behind the same middleware, at four radii, first with few and
 * then with many events behind the marts.
 */
export async function compareMarketRate(stack: Stack, run: Run): Promise<Comparison[]> {
  const places = await layOutMetropolises(stack, run);
  await addFewEvents(stack, run);
  run.say(`refreshing with ${inWords(run.fewEvents)}`);
  await refreshOnce(stack);
  // The first refresh of many events is to be one.
  await removeWarehouse(stack);
  await stack.sql('vacuum analyze');
  const few = await measureAt(stack, places, run.fewEvents, run);
  await publishManyEvents(stack, run);
  const many = await measureAt(stack, places, run.manyEvents, run);
  return [...byRadius(few), ...byRadius(many), ...tails(few, many)];
}

type Measured = { events: string; rounds: readonly Round[][] };

async function measureAt(
  stack: Stack,
  places: Place[],
  eventCount: number,
  run: Run,
): Promise<Measured> {
  const events = inWords(eventCount);
  const random = randomFrom(SEED);
  const kinds = RADII_KM.map((km) => ({
    title: `market rate, ${km} km, ${events}`,
    nextPath: () => marketRatePath(places, km, random),
  }));
  for (const { nextPath } of kinds)
    await checkAnswers(stack, nextPath, ({ data }) => data.lot_count);
  return { events, rounds: await measureKinds(stack, kinds, IN_FLIGHT, run) };
}

function byRadius({ events, rounds }: Measured): Comparison[] {
  return againstHellos(
    RADII_KM.map((radiusKm, i) => ({
      title: `GET market-rate, ${IN_FLIGHT} in flight, ${radiusKm} km, ${events}`,
      aim: '>= 0.5',
      rounds: rounds[i] ?? [],
    })),
  );
}

/**
 * Within 400 m of a lot, so that every circle contains a lot; random, so that no two are the same.
 */
export function marketRatePath(
  places: readonly Place[],
  radiusKm: number,
  random: () => number,
): string {
  const place = places[Math.floor(random() * places.length)] ?? { lat: 0, lng: 0 };
  const lat = (place.lat + 0.005 * (random() - 0.5)).toFixed(5);
  const east = place.lng + 0.005 * (random() - 0.5);
  const lng = Math.min(180, Math.max(-180, east)).toFixed(5);
  return `${MARKET_RATE}?lat=${lat}&lng=${lng}&radius_km=${radiusKm}`;
}

/** The 99th percentiles, compared with each other: between radii, and between numbers of events. */
function tails(few: Measured, many: Measured): Comparison[] {
  const figure = 'p99Ms' as const;
  const acrossSizes = RADII_KM.map((km, i) => ({
    title: `p99 at ${km} km, ${many.events}`,
    against: `the same, ${few.events}`,
    figure,
    aim: '<= 1.2',
    pairs: zip(many.rounds[i], few.rounds[i]),
  }));
  const acrossRadii = {
    title: `p99 at 50 km, ${many.events}`,
    against: 'p99 at 1 km',
    figure,
    aim: '<= 2',
    pairs: zip(many.rounds.at(-1), many.rounds[0]),
  };
  return [acrossRadii, ...acrossSizes];
}

function zip(ours: Round[] = [], bare: Round[] = []): { ours: Load; bare: Load }[] {
  return ours.flatMap((round, i) => {
    const other = bare[i];
    return other === undefined ? [] : [{ ours: round.ours, bare: other.ours }];
  });
}
