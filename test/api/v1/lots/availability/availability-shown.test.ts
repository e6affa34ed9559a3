import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../../../api/routes.ts';
import { partOf, randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { isFull } from '../../../../stage/size.ts';
import {
  askAll,
  type Endpoints,
  type Kind,
  type Moved,
  openEndpoints,
} from './availability-endpoints.ts';

/** Of the searches one in so many is tried, others in each run. */
const PARTS = isFull ? 1 : 3;
const seed = seedOfRun();

let endpoints: Endpoints;
beforeAll(async () => {
  endpoints = await openEndpoints((searches) => partOf(searches, randomFrom(seed), PARTS));
});
afterAll(() => endpoints.api.stop());

type Lot = Awaited<ReturnType<Endpoints['addLot']>>;
const CALLERS = ['stranger', 'nobody'] as const;

function askAs(who: (typeof CALLERS)[number] | 'owner', lot: Lot, since: string) {
  const { stranger, owner, fleets } = endpoints;
  if (who === 'nobody') return askAll(endpoints, lot, { key: undefined, since });
  if (who === 'owner') return askAll(endpoints, lot, { key: owner, since });
  return askAll(endpoints, lot, { key: stranger, fleet: fleets.stranger, since });
}

async function watermark(): Promise<string> {
  // Later, feeds are read again.
  endpoints.clock.ms += 60_000;
  const { headers } = await endpoints.api.request('GET', '/api/v1/lots.ndjson.gz');
  return String(headers['x-changes-since']);
}

/** The doors at which two answers differ, without their parameters. */
function differing(one: Record<string, string>, other: Record<string, string>): string[] {
  const names = Object.keys(one).filter((name) => one[name] !== other[name]);
  return [
    ...new Set(names.map((name) => name.replace(/[0-9a-f-]{36}|\d{9,}| .*/g, ''))),
  ].toSorted();
}

/** Each step makes the lot fuller than the previous one. */
const FREE: Moved[] = [{}, { parked: 2 }, { counted: 40 }, { held: 1 }, { counted: 89 }];
const FEW: Moved[] = [{ counted: 90 }, { parked: 1 }, { counted: 95 }, { counted: 99 }];
const CASES: [Kind, string, Moved[]][] = [
  ['level', 'that is free', FREE],
  ['level', 'with few spaces', FEW],
  ['none', 'that fills up', [...FREE, ...FEW, { counted: 100 }]],
];

describe.each(CASES)('a lot shown as %s %s', (kind, _what, steps) => {
  test(`has the same bytes and tags at every endpoint, however many spaces are free (seed ${seed})`, async () => {
    const lot = await endpoints.addLot(kind);
    const since = await watermark();
    const answers = { stranger: [] as object[], nobody: [] as object[] };
    for (const step of steps) {
      await endpoints.move(lot.id, step);
      for (const who of CALLERS) answers[who].push(await askAs(who, lot, since));
    }
    for (const [first, ...others] of Object.values(answers))
      for (const other of others) expect(other).toEqual(first);
  });
});

const PARKAPI = '/feeds/parkapi/v3/parking-sites';
const FEEDS = ['/feeds/parkapi/v3/otp', PARKAPI, `${PARKAPI}/`];
const SEARCHES = ['/api/v1/lots/search', 'search_parking', 'tool'];
/** Where it is shown how full a lot is. */
const TOLD = [...SEARCHES, 'check_availability', 'get_rates', '/api/v1/lots//rates'];
/** Its operator's own lots and writes. */
const OWN = ['/api/v1/lots', '/api/v1/audit?entity_id='];

test.each(['exact', 'level', 'none'] as const)(
  'of a lot shown as %s its operator sees all at each endpoint, and others only if exactly',
  async (kind) => {
    const lot = await endpoints.addLot(kind);
    const since = await watermark();
    const askBoth = async (counted: number) => {
      await endpoints.move(lot.id, { counted });
      const owner = await askAs('owner', lot, since);
      return { owner, stranger: await askAs('stranger', lot, since) };
    };
    const before = await askBoth(30);
    const after = await askBoth(40);
    // Feeds are the same for all callers.
    const told = kind === 'exact' ? [...TOLD, ...FEEDS] : [];
    const own = new Set([...TOLD, ...told, ...OWN]);
    expect(differing(before.owner, after.owner)).toEqual([...own].toSorted());
    expect(differing(before.stranger, after.stranger)).toEqual(told.toSorted());
  },
);

/** The operations that say how full a lot is, and those for the operator of the lot alone. */
const SAYING = ['callDispatcher', 'getParkingSite', 'listOtpLots', 'listParkingSites'];
const TO_ITS_OPERATOR = [
  ...['createOccupancy', 'createLot', 'updateLot', 'listLots', 'getOccupancy', 'getOverview'],
];
/** What operators have in common: sums over areas. A market rate has the asker's own lots apart. */
const IN_AREAS = ['getMarketRate'];

/** Members of answers that say how full a lot is. */
const FIGURES =
  /"(available_spaces|occupancy_pct|occupied_pct|occupied|realtime_free_capacity|free)":/;

test('no operation but those asked here, and those of the owner, has such figures', () => {
  const telling = routes.filter(({ responses }) => FIGURES.test(JSON.stringify(responses)));
  const ids = telling.map(({ operationId }) => operationId).toSorted();
  expect(ids).toEqual([...SAYING, ...IN_AREAS, 'searchParking', ...TO_ITS_OPERATOR].toSorted());
});
