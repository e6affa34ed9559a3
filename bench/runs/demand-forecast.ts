import { millisecondsInDay } from 'date-fns/constants';
import { randomFrom } from '../../src/demo/random.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import type { Comparison, Run } from '../report.ts';
import { checkAnswers } from '../stage/check-answers.ts';
import { callAboutCities, layOutCities } from '../stage/cities.ts';
import { againstHellos, measureKinds } from '../stage/hellos.ts';
import { callFor } from '../stage/load.ts';
import type { Stack } from '../stage/stack.ts';
import { MARKET_RATE, marketRatePath } from './market-rate.ts';

const DEMAND_FORECAST = '/api/v2/intelligence/demand-forecast';
const RADII_KM = [1, 5, 20, 50];
const IN_FLIGHT = 32;
const SEED = 11;
/** Buyers ask for the days of the next week; the first question for a day adds its lots up. */
const DATES = 7;
/** From a city's first lot, so that what is at the edges has been asked for, too. */
const EDGE_DEGREES = 0.15;

/**
 * GET demand-forecast, against hellos behind the same middleware, at four radii, of a service that
 * has been asked about every city before.
 */
export async function compareDemandForecast(stack: Stack, run: Run): Promise<Comparison[]> {
  const places = await layOutCities(stack, run);
  const random = randomFrom(SEED);
  const tomorrow = Math.floor(systemClock.now() / millisecondsInDay) + 1;
  const kinds = RADII_KM.map((km) => ({
    title: `GET demand-forecast, ${IN_FLIGHT} in flight, ${km} km`,
    aim: '>= 0.5',
    nextPath: () => {
      const day = tomorrow + Math.floor(random() * DATES);
      const circle = marketRatePath(places, km, random).slice(MARKET_RATE.length);
      return `${DEMAND_FORECAST}${circle}&date=${dateOf(day)}`;
    },
  }));
  for (const { nextPath } of kinds)
    await checkAnswers(stack, nextPath, ({ data }) => data.lots_with_forecast);
  run.say('asking about every city on every day, as others have before');
  await callAboutCities(stack, places, async (client, { lat, lng }) => {
    for (let ahead = 0; ahead < DATES; ahead += 1) {
      const turn = (2 * Math.PI * ahead) / DATES;
      const north = lat + EDGE_DEGREES * Math.cos(turn);
      const east = lng + EDGE_DEGREES * Math.sin(turn);
      const circle = `lat=${north}&lng=${east}&radius_km=50`;
      const path = `${DEMAND_FORECAST}?${circle}&date=${dateOf(tomorrow + ahead)}`;
      await callFor(client, 200, { method: 'GET', path });
    }
  });
  const rounds = await measureKinds(stack, kinds, IN_FLIGHT, run);
  return againstHellos(kinds.map((kind, i) => ({ ...kind, rounds: rounds[i] ?? [] })));
}
