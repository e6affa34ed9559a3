import { randomFrom } from '../../src/demo/random.ts';
import { peerSql } from '../peers/peer-statements.ts';
import type { Comparison, Run } from '../report.ts';
import { holdContest } from '../stage/contest.ts';
import { inWords, layOutMetropolises, publishManyEvents } from '../stage/metropolises.ts';
import type { Stack } from '../stage/stack.ts';
import { MARKET_RATE, marketRatePath } from './market-rate.ts';

const AIMS = new Map([
  [1, '>= 10'],
  [5, '>= 80'],
  [20, '>= 600'],
  [50, '>= 2000'],
]);
const OTHERS = [
  {
    path: '/peer-market-rate',
    against: 'SQL over lots through Express, free',
    aims: AIMS,
  },
];
const SEED = 13;

/**
 * GET market-rate at four radii, against the same answer by SQL over lots. What stays cost in areas
 * is known only for whole days, so it is computed beforehand for both.
 */
export async function comparePeersMarket(stack: Stack, run: Run): Promise<Comparison[]> {
  const places = await layOutMetropolises(stack, run);
  await publishManyEvents(stack, run);
  run.say('writing the areas of the lots');
  await stack.sql(peerSql('lot_areas'));
  await stack.sql(peerSql('market_rate_indexes'));
  await stack.sql('vacuum analyze');
  const peer = await stack.forkPeers(stack.connectionString);
  const random = randomFrom(SEED);
  const contest = {
    title: `GET market-rate, ${inWords(run.manyEvents)}`,
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
