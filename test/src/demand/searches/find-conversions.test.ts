import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { findConversions } from '../../../../src/demand/searches/find-conversions.ts';
import { addCaller } from '../../../stage/fixtures.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { addSearches, DOWNTOWN, HOUR_MS, MINUTE_MS, type Wish } from './unmet.ts';

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const TORONTO = 6167865;
const northOfDowntown = (degrees: number) => ({ ...DOWNTOWN, lat: DOWNTOWN.lat + degrees });
/** 1,999 and 2,001 m. */
const NEAR_DEGREES = 0.01798;
const FAR_DEGREES = 0.018;

const searchBy = ({ id: keyId, operatorId, agentPlatform }: Principal, more: Wish = {}): Wish => ({
  agentPlatform: agentPlatform ?? 'claude',
  caller: { keyId, operatorId, ip: '192.0.2.1' },
  ageMs: MINUTE_MS,
  ...more,
});

async function find(): Promise<number> {
  await parking.database.passHorizon();
  return findConversions(parking.pipelines, { settledSeconds: 0 });
}

const addLot = () => parking.addLot({ latitude: DOWNTOWN.lat, longitude: DOWNTOWN.lng });

async function conversionsOf(...bookingIds: string[]) {
  await find();
  return parking.database.sql<{ city_id: number }>(
    'select city_id, livemode, searched_on::text from conversions where booking_id = any ($1)',
    [bookingIds],
  );
}

async function parkAs(as: Principal): Promise<string> {
  return (await parking.park(await addLot(), { as })).sessionId;
}

test('a stay by the key of an agent that searched nearby is a conversion of that city and date', async () => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  const [search] = await addSearches(parking.database, [searchBy(agent)]);
  const found = await conversionsOf(await parkAs(agent));
  const searched_on = search?.at.toLocaleDateString('sv', { timeZone: 'America/Toronto' });
  expect(found).toEqual([{ city_id: TORONTO, livemode: true, searched_on }]);
});

test.each<[string, Wish]>([
  ['almost 2 km to the north', { centre: northOfDowntown(NEAR_DEGREES) }],
  ['almost 2 km to the south', { centre: northOfDowntown(-NEAR_DEGREES) }],
  ['almost a day before', { ageMs: 24 * HOUR_MS - MINUTE_MS }],
])('a search %s converts', async (_what, more) => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  await addSearches(parking.database, [searchBy(agent, more)]);
  expect(await conversionsOf(await parkAs(agent))).toHaveLength(1);
});

test.each<[string, Wish]>([
  ['beyond 2 km', { centre: northOfDowntown(FAR_DEGREES) }],
  ['after the stay began', { ageMs: -5 * MINUTE_MS }],
  ['of the sandbox', { livemode: false }],
  ['of no agent', { agentPlatform: null }],
  ['that only asked for rates', { kind: 'rates' }],
])('a search %s does not convert', async (_what, more) => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  await addSearches(parking.database, [searchBy(agent, more)]);
  expect(await conversionsOf(await parkAs(agent))).toEqual([]);
});

test('an agent may search with one key and book with another of its operator, nobody else', async () => {
  const { database } = parking;
  const searcher = await addCaller(database, { agentPlatform: 'gemini' });
  const { operatorId } = searcher;
  const booker = await addCaller(database, { operatorId, agentPlatform: 'gemini' });
  const [rival, stranger] = [
    await addCaller(database, { operatorId, agentPlatform: 'claude' }),
    await addCaller(database, { agentPlatform: 'gemini' }),
  ];
  await addSearches(database, [searchBy(searcher)]);
  expect(await conversionsOf(await parkAs(booker))).toHaveLength(1);
  expect(await conversionsOf(await parkAs(rival), await parkAs(stranger))).toEqual([]);
});

test('a platform that a call claims is followed too, though figures do not count it as such', async () => {
  const { database } = parking;
  const searcher = await addCaller(database);
  const { operatorId } = searcher;
  const claimed = { agentPlatform: 'unknown', claimedPlatform: 'gemini' };
  await addSearches(database, [searchBy(searcher, claimed)]);
  const booker = await addCaller(database, { operatorId, agentPlatform: 'gemini' });
  expect(await conversionsOf(await parkAs(booker))).toHaveLength(1);
});

test('a hold converts, and the stay that redeems it does not count again', async () => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  await addSearches(parking.database, [searchBy(agent)]);
  const lotId = await addLot();
  const hold = await parking.hold(lotId, { as: agent });
  if (typeof hold === 'string') throw new Error(hold);
  const stay = await parking.activate(hold, undefined, agent);
  expect(await conversionsOf(hold.holdId, stay.sessionId)).toHaveLength(1);
});

test('each stay counts once, by its newest search, however often and by how many it is looked for', async () => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  const before = { ageMs: 20 * HOUR_MS };
  await addSearches(parking.database, [searchBy(agent, before), searchBy(agent)]);
  const ids = [await parkAs(agent), await parkAs(agent)];
  await Promise.all([find(), find(), find()]);
  expect(await conversionsOf(...ids)).toHaveLength(2);
  expect(await find()).toBe(0);
});

test('a stay of the last moment is left for the next call, and not lost', async () => {
  const agent = await addCaller(parking.database, { agentPlatform: 'claude' });
  const id = await parkAs(agent);
  await parking.database.passHorizon();
  await findConversions(parking.pipelines, { settledSeconds: 3_600 });
  await addSearches(parking.database, [searchBy(agent)]);
  expect(await conversionsOf(id)).toHaveLength(1);
});
