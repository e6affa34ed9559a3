import { randomFrom } from '../src/demo/random.ts';
import { holdContest } from './contest.ts';
import { addMarketLots, addStayEvents, type Place } from './market-data.ts';
import { MARKET_RATE, marketRatePath } from './market-rate.ts';
import { peerSql } from './peer-statements.ts';
import { refreshOnce, removeWarehouse } from './refresh-once.ts';
import type { Comparison, Run } from './report.ts';
import type { Stack } from './stack.ts';

/**
 * As many lots around as a metropolis has: of 200,000 lots, some 35 within 1 km of one, 850 within
 * 5 km, 12,000 within 20 km and 25,000 within 50 km.
 */
const METROPOLISES: readonly Place[] = [
  { lat: 43.65, lng: -79.38 },
  { lat: 34.05, lng: -118.24 },
  { lat: -23.55, lng: -46.63 },
  { lat: 51.51, lng: -0.13 },
  { lat: 48.86, lng: 2.35 },
  { lat: 30.04, lng: 31.24 },
  { lat: 35.68, lng: 139.69 },
  { lat: -33.87, lng: 151.21 },
];
const AIMS = new Map([
  [1, '>= 5'],
  [5, '>= 40'],
  [20, '>= 200'],
  [50, '>= 600'],
]);
const OTHERS = [
  {
    path: '/peer-market-rate',
    against: 'SQL over lots through Express, free',
    aims: AIMS,
  },
  { path: '/priced-peer-market-rate', against: 'the same, charged alike', aims: AIMS },
];
const SEED = 13;

/**
 * GET market-rate at four radii, against the same answer by SQL over lots. What stays cost in areas
 * is told of whole days, so it is computed beforehand for both.
 */
export async function comparePeersMarket(
  stack: Stack,
  { lotCount, manyEvents }: { lotCount: number; manyEvents: number },
  run: Run,
): Promise<Comparison[]> {
  run.say(`laying out ${lotCount} lots`);
  const places = await addMarketLots(stack, lotCount, METROPOLISES);
  await stack.sql(peerSql('lean_tables'));
  const stays = `${manyEvents.toLocaleString('en')} stays`;
  await addStayEvents(stack, manyEvents, (done) => run.say(`${done} of ${stays}`));
  run.say(`refreshing with ${stays}`);
  await refreshOnce(stack);
  await removeWarehouse(stack);
  run.say('writing the areas of the lots');
  await stack.sql(peerSql('lot_areas'));
  await stack.sql(peerSql('market_rate_indexes'));
  await stack.sql('vacuum analyze');
  const peer = await stack.forkPeers(stack.connectionString);
  const random = randomFrom(SEED);
  const contest = {
    title: `GET market-rate, ${stays}`,
    path: MARKET_RATE,
    others: OTHERS,
    nextPath: (km: number) => marketRatePath(places, km, random),
    ourFigures,
    theirFigures,
  };
  try {
    return await holdContest(stack, peer.url, contest, run);
  } finally {
    await peer.stop();
  }
}

type OurAnswer = {
  data: { market_rate: Record<string, unknown>; lot_count: number; sample_size: number };
};

/**
 * The daily rate, demand, occupancy and the own figures of the caller are left out: the peer is
 * spared their computation.
 */
function ourFigures(body: unknown): Record<string, unknown> {
  const { market_rate, lot_count, sample_size } = (body as OurAnswer).data;
  const { avg_daily_cents: _, ...hourly } = market_rate;
  return { ...hourly, lot_count, sample_size };
}

function theirFigures(body: unknown): Record<string, unknown> {
  return (body as { data: Record<string, unknown> }).data;
}
