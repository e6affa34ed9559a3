import { setImmediate as yieldThread } from 'node:timers/promises';
import { millisecondsInHour } from 'date-fns/constants';
import type { Search, SearchCaller } from '../demand/searches/record-search.ts';
import { greatCircleMetres, type LatLng } from '../kit/geo/great-circle.ts';
import { pointAt } from './city.ts';
import type { DemoHour } from './demo-hours.ts';
import type { DemoLot } from './demo-lots.ts';
import type { DemoPast } from './demo-stays.ts';
import { DISTRICTS, type District } from './districts.ts';
import { arrivalShare } from './habits.ts';
import { createRandom, type Random } from './random.ts';

const SEED = 20_263;
const SEARCHES_PER_DAY = 500;
const AGENT_SHARE = 0.3;
/** A platform that is listed more often asks more often. */
const AGENTS = ['chatgpt', 'chatgpt', 'chatgpt', 'claude', 'claude', 'gemini', 'perplexity'];
const AGENT_KINDS = ['search', 'search', 'search', 'availability', 'rates'] as const;
const RADII_M = [500, 1_000, 1_000, 2_000];
/** Addresses of TEST-NET-2, which are not in use (RFC 5737). */
const CALLER_COUNT = 200;
/** Callers of each platform. */
const AGENT_COUNT = 5;

/**
 * The searches in the city before `now`, and what they found at their time. Pauses between parts,
 * so that other work can run.
 */
export async function demoSearches(
  lots: readonly DemoLot[],
  past: DemoPast,
  hours: readonly DemoHour[],
  now: Date,
): Promise<Search[]> {
  const random = createRandom(SEED);
  const searches: Search[] = [];
  for (const [hourIndex, hour] of hours.entries()) {
    const lookAround: LookAround = (centre, radiusM) =>
      look(lots, past, hourIndex, centre, radiusM);
    for (const district of DISTRICTS) {
      const share = district.searchShare * arrivalShare(district.habit, hour.weekday, hour.hour);
      for (let left = random.poisson(SEARCHES_PER_DAY * share); left > 0; left -= 1)
        searches.push(demoSearch(random, district, hour.startMs, lookAround));
    }
    await yieldThread();
  }
  return searches.filter((search) => search.at < now);
}

type Found = Pick<Search, 'foundCount' | 'availableCount' | 'nearestM'>;
type LookAround = (centre: LatLng, radiusM: number) => Found;

function demoSearch(
  random: Random,
  district: District,
  hourMs: number,
  lookAround: LookAround,
): Search {
  const scatter = () => random.normal() * district.spreadKm;
  const centre = pointAt(district.eastKm + scatter(), district.northKm + scatter());
  const radiusM = random.pick(RADII_M);
  const agentPlatform = random.next() < AGENT_SHARE ? random.pick(AGENTS) : null;
  return {
    kind: agentPlatform === null ? 'search' : random.pick(AGENT_KINDS),
    at: new Date(hourMs + Math.floor(random.next() * millisecondsInHour)),
    livemode: true,
    centre,
    radiusM,
    agentPlatform,
    window: null,
    caller: agentPlatform === null ? person(random) : agent(random, agentPlatform),
    ...lookAround(centre, radiusM),
  };
}

function person(random: Random): SearchCaller {
  const ip = `198.51.100.${random.integer(1, CALLER_COUNT)}`;
  return { keyId: null, operatorId: null, ip };
}

/** A key that does not exist: the demo needs to tell callers apart, and nothing else. */
function agent(random: Random, platform: string): SearchCaller {
  const name = `demo_${platform}_${random.integer(1, AGENT_COUNT)}`;
  return { keyId: `key_${name}`, operatorId: `op_${name}`, ip: null };
}

function look(
  lots: readonly DemoLot[],
  past: DemoPast,
  hourIndex: number,
  centre: LatLng,
  radiusM: number,
): Found {
  const found: Found = { foundCount: 0, availableCount: 0, nearestM: null };
  for (const lot of lots) {
    const distance = greatCircleMetres(centre, lot);
    if (distance > radiusM) continue;
    found.foundCount += 1;
    if (past.hasSpace(lot, hourIndex)) found.availableCount += 1;
    found.nearestM = Math.min(found.nearestM ?? distance, distance);
  }
  return found;
}
