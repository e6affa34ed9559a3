import { randomFrom } from '../src/demo/random.ts';
import { againstHellos, measureRound, type Round } from './hellos.ts';
import type { Load } from './load.ts';
import { addMarketLots, addStayEvents, type Place } from './market-data.ts';
import { refreshOnce } from './refresh-once.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

export const MARKET_RATE = '/api/v2/intelligence/market-rate';
const RADII_KM = [1, 5, 20, 50];
/** Every answer waits for its charge to be on disk; concurrent callers share that wait. */
const IN_FLIGHT = 32;
const SEED = 7;

export type MarketSizes = { lotCount: number; fewEvents: number; manyEvents: number };

/**
 * GET market-rate, against hellos behind the same middleware, at four radii, first with few and
 * then with many events behind the marts.
 */
export async function compareMarketRate(
  stack: Stack,
  sizes: MarketSizes,
  run: Run,
): Promise<Comparison[]> {
  run.say(`laying out ${sizes.lotCount} lots`);
  const places = await addMarketLots(stack, sizes.lotCount);
  const few = await measureAt(stack, places, 0, sizes.fewEvents, run);
  const many = await measureAt(stack, places, sizes.fewEvents, sizes.manyEvents, run);
  return [...byRadius(few), ...byRadius(many), ...tails(few, many)];
}

type Measured = { events: string; rounds: ReadonlyMap<number, Round[]> };

async function measureAt(
  stack: Stack,
  places: Place[],
  present: number,
  wanted: number,
  run: Run,
): Promise<Measured> {
  const events = `${wanted.toLocaleString('en')} events`;
  run.say(`adding events up to ${events}`);
  await addStayEvents(stack, wanted - present, (done) => run.say(`${present + done} of ${events}`));
  run.say(`refreshing with ${events}`);
  await refreshOnce(stack);
  await stack.sql('vacuum analyze');
  const random = randomFrom(SEED);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const rounds = new Map(RADII_KM.map((radius) => [radius, [] as Round[]]));
  for (let pair = 0; pair < run.pairs; pair += 1) {
    for (const [radiusKm, done] of rounds) {
      run.say(`${radiusKm} km, pair ${pair + 1} of ${run.pairs}, ${events}`);
      const nextPath = () => marketRatePath(places, radiusKm, random);
      done.push(await measureRound(stack, { nextPath }, loops));
    }
  }
  return { events, rounds };
}

function byRadius({ events, rounds }: Measured): Comparison[] {
  return againstHellos(
    [...rounds].map(([radiusKm, done]) => ({
      title: `GET market-rate, ${IN_FLIGHT} in flight, ${radiusKm} km, ${events}`,
      aim: '>= 0.5',
      rounds: done,
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
  const acrossSizes = RADII_KM.map((km) => ({
    title: `p99 at ${km} km, ${many.events}`,
    against: `the same, ${few.events}`,
    figure,
    aim: '<= 1.2',
    pairs: zip(many.rounds.get(km), few.rounds.get(km)),
  }));
  const acrossRadii = {
    title: `p99 at 50 km, ${many.events}`,
    against: 'p99 at 1 km',
    figure,
    aim: '<= 2',
    pairs: zip(many.rounds.get(50), many.rounds.get(1)),
  };
  return [acrossRadii, ...acrossSizes];
}

function zip(ours: Round[] = [], bare: Round[] = []): { ours: Load; bare: Load }[] {
  return ours.flatMap((round, i) => {
    const other = bare[i];
    return other === undefined ? [] : [{ ours: round.ours, bare: other.ours }];
  });
}
