import { millisecondsInDay } from 'date-fns/constants';
import { systemClock } from '../src/clock.ts';
import { dateOf } from '../src/days.ts';
import { randomFrom } from '../src/demo/random.ts';
import { againstHellos, measureRound, type Round } from './hellos.ts';
import { replaceForecasts } from './lot-forecasts.ts';
import { addMarketLots } from './market-data.ts';
import { MARKET_RATE, marketRatePath } from './market-rate.ts';
import { refreshOnce } from './refresh-once.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

const DEMAND_FORECAST = '/api/v2/intelligence/demand-forecast';
const RADII_KM = [1, 5, 20, 50];
const IN_FLIGHT = 32;
const SEED = 11;
/** Buyers ask for the days of the next week; the first question for a day adds its lots up. */
const DATES = 7;

/** GET demand-forecast, against hellos behind the same middleware, at four radii. */
export async function compareDemandForecast(
  stack: Stack,
  lotCount: number,
  run: Run,
): Promise<Comparison[]> {
  run.say(`laying out ${lotCount} lots`);
  const places = await addMarketLots(stack, lotCount);
  await refreshOnce(stack);
  await replaceForecasts(stack);
  await stack.sql('vacuum analyze');
  const random = randomFrom(SEED);
  const loops = { inFlight: IN_FLIGHT, durationMs: run.durationMs };
  const tomorrow = Math.floor(systemClock.now() / millisecondsInDay) + 1;
  const rounds = new Map(RADII_KM.map((radius) => [radius, [] as Round[]]));
  for (let pair = 0; pair < run.pairs; pair += 1)
    for (const [radiusKm, done] of rounds) {
      run.say(`${radiusKm} km, pair ${pair + 1} of ${run.pairs}`);
      const nextPath = () => {
        const date = dateOf(tomorrow + Math.floor(random() * DATES));
        const circle = marketRatePath(places, radiusKm, random).slice(MARKET_RATE.length);
        return `${DEMAND_FORECAST}${circle}&date=${date}`;
      };
      done.push(await measureRound(stack, { nextPath }, loops));
    }
  return againstHellos(
    [...rounds].map(([radiusKm, done]) => ({
      title: `GET demand-forecast, ${IN_FLIGHT} in flight, ${radiusKm} km`,
      aim: '>= 0.5',
      rounds: done,
    })),
  );
}
