import pg from 'pg';
import { randomFrom } from '../../src/demo/random.ts';
import { ringOf } from '../../src/parking/lots/search/match/rank-lots.ts';
import { peerSql } from '../peers/peer-statements.ts';
import { startPostgis } from '../peers/postgis-server.ts';
import { besides, type Comparison, type Run } from '../report.ts';
import { type Contest, holdContest, RADII_KM } from '../stage/contest.ts';
import { addMarketLots, type Place } from '../stage/market-data.ts';
import type { Stack } from '../stage/stack.ts';
import { SEARCH, SLOWER_AT_MOST, searchEveryCity, searchPath } from './search.ts';

const AIMS = new Map(RADII_KM.map((km) => [km, '>= 2']));
const OTHERS = [
  { path: '/peer-search', against: 'ST_DWithin of PostGIS through Express', aims: AIMS },
  {
    path: '/peer-nearest-first',
    against: 'the same, the nearest first by its index',
    aims: AIMS,
  },
];
const SEED = 19;
const LOTS_PER_STATEMENT = 10_000;

/**
 * GET lots/search at four radii, against the same answer from PostGIS through Express, and against
 * itself within the smallest.
 */
export async function comparePeersSearch(stack: Stack, run: Run): Promise<Comparison[]> {
  const server = await startPostgis();
  if ('missing' in server) {
    run.note(`peers-search is skipped: ${server.missing}`);
    return [];
  }
  try {
    run.say(`laying out ${run.lotCount} lots`);
    const places = await addMarketLots(stack, run.lotCount);
    await stack.sql('vacuum analyze');
    await copyLots(stack, server.connectionString);
    const peer = await stack.forkPeers(server.connectionString);
    try {
      await searchEveryCity(stack, places, run);
      return withFlatness(await holdContest(stack, peer.url, contestOf(places), run));
    } finally {
      await peer.stop();
    }
  } finally {
    await server.stop();
  }
}

/** Also each search beside the one within the smallest circle, whose pages may have fewer lots. */
function withFlatness(comparisons: readonly Comparison[]): Comparison[] {
  const [smallest, ...larger] = comparisons.slice(0, RADII_KM.length);
  if (smallest === undefined) return [];
  const own = { against: `the same within ${RADII_KM[0]} km`, aim: SLOWER_AT_MOST };
  return [...comparisons, ...larger.map((one) => besides(smallest, one, own))];
}

function contestOf(places: readonly Place[]): Contest {
  const random = randomFrom(SEED);
  return {
    title: 'GET lots/search',
    path: SEARCH,
    others: OTHERS,
    nextPath: (km) => searchPath(places, random, km),
    ourFigures: figuresOf,
    theirFigures: figuresOf,
  };
}

async function copyLots(stack: Stack, connectionString: string): Promise<void> {
  const postgis = new pg.Client({ connectionString });
  await postgis.connect();
  await postgis.query(peerSql('lots_table'));
  const columns = await postgis.query(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'lots' and column_name <> 'place'`,
  );
  const { names } = columns.rows[0];
  for (let after: unknown = null; ; ) {
    const [{ last_id, lots }] = (await stack.sql(
      `select max(lot_id::text) as last_id, json_agg(part)::text as lots
       from (
         select * from lots where $1::uuid is null or lot_id > $1 order by lot_id limit $2
       ) as part`,
      [after, LOTS_PER_STATEMENT],
    )) as [{ last_id: string | null; lots: string }];
    if (last_id === null) break;
    await postgis.query(
      `insert into lots (${names})
       select ${names} from json_populate_recordset(null::lots, $1::json)`,
      [lots],
    );
    after = last_id;
  }
  for (const statement of peerSql('lots_index').split(';')) await postgis.query(statement);
  await postgis.end();
}

type FoundLot = { distance_m: number; availability: { forecast?: unknown } };
type Answer = { lots: FoundLot[]; has_more: boolean };

/**
 * An answer without its instants and forecasts, and without distances, which differ by some
 * millimetres. Of the ring in which its page ends the service takes the nearest lot of each
 * operator first, and the others the nearest, so lots of that ring are counted only.
 */
function figuresOf(body: unknown): Record<string, unknown> {
  const { lots, has_more } = body as Answer;
  const lastRing = has_more ? Math.max(...lots.map(ring)) : Infinity;
  const timeless = lots
    .filter((lot) => ring(lot) < lastRing)
    .map(({ distance_m: _, availability: { forecast: __, ...availability }, ...lot }) => ({
      ...lot,
      availability: { ...availability, as_of: null },
    }));
  return { has_more, count: lots.length, lots: timeless };
}

const ring = ({ distance_m }: FoundLot) => ringOf({ distanceM: distance_m });
