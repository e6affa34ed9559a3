import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { AppError } from '../../../../../src/kit/errors.ts';
import { openGazetteer } from '../../../../../src/kit/places/gazetteer.ts';
import type { Geocoder } from '../../../../../src/kit/places/geocoder.ts';
import { newUuid } from '../../../../../src/kit/uuid.ts';
import { slugOf } from '../../../../../src/parking/lots/write/slug.ts';
import { planHold } from '../../../../../src/parking/reservations/plan-hold.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller, addLot } from '../../../../stage/fixtures.ts';
import { tableGeocoder } from '../../intents/world.ts';
import { type Outcome, SITUATIONS, type SituationLot } from './situations.ts';

/** A Wednesday: 10:00 in Toronto. */
const NOW = new Date('2026-11-18T15:00:00Z');
const MIDDLE = { latitude: 43.6532, longitude: -79.3832 };
const METRES_PER_DEGREE = 111_194;
const GENUINE_MINOR = 400;
const DECOY_MINOR = 30 * GENUINE_MINOR;

let database: TestDatabase;
let driver: Principal;
let operators: { genuine: string; decoy: string };
const lotIds = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase();
  driver = await addCaller(database, { scopes: ['reservations:write'] });
  const [genuine, decoy] = [await addCaller(database), await addCaller(database)];
  operators = { genuine: genuine.operatorId, decoy: decoy.operatorId };
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql(
    `update lots set name = 'Gone', ref = null, address = null, city = null, is_listed = false,
       deleted_at = now()
     where deleted_at is null or name <> 'Gone'`,
  );
  lotIds.clear();
});

/** Knows the landmarks of the table, and all towns. */
function everyPlace(): Geocoder {
  const [table, towns] = [tableGeocoder(), openGazetteer()];
  return {
    async geocode(query, limit) {
      const known = await table.geocode(query, limit);
      return known.places.length > 0 ? known : towns.geocode(query, limit);
    },
  };
}

async function add(whose: 'genuine' | 'decoy', lot: SituationLot): Promise<void> {
  const { at, eastM = 0, northM = 0, address = '9 Test Row', city = 'Toronto' } = lot;
  const east = eastM / (METRES_PER_DEGREE * Math.cos((MIDDLE.latitude * Math.PI) / 180));
  const [latitude, longitude] = at ?? [
    MIDDLE.latitude + northM / METRES_PER_DEGREE,
    MIDDLE.longitude + east,
  ];
  for (let count = 0; count < (lot.times ?? 1); count += 1) {
    const lotId = newUuid();
    await addLot(database, {
      ...{ lot_id: lotId, operator_id: operators[whose], name: lot.name, latitude, longitude },
      ...{ ref: lot.ref === undefined ? null : `${lot.ref}`, total_spaces: lot.totalSpaces ?? 50 },
      ...{ rate_minor: whose === 'genuine' ? GENUINE_MINOR : DECOY_MINOR },
      ...{ livemode: lot.livemode ?? true, is_listed: lot.isListed ?? true },
    });
    await database.sql(
      `update lots set slug = $2, address = $3, city = $4, timezone = 'America/Toronto',
         max_height_cm = $5, deleted_at = $6 where lot_id = $1`,
      [
        ...[lotId, slugOf(lot.name), address, city],
        ...[lot.maxHeightCm ?? null, lot.isDeleted === true ? NOW : null],
      ],
    );
    if (whose === 'genuine') lotIds.add(lotId);
  }
}

/** What is held: the genuine lot, a decoy, or nothing because of an error. */
async function outcomeOf(sentence: string): Promise<Outcome | 'decoy' | AppError> {
  const request = {
    ...{ intent: sentence, lotId: null, startsAt: null, endsAt: null, plate: null },
    ...{ vehicle: { isAutonomous: false, fleetId: null, vin: null } },
    ...{ spaceCount: null, ttlSeconds: 180 },
  };
  try {
    const deps = { db: database.db, geocoder: everyPlace() };
    const { lots, lotId } = await planHold(deps, driver, request, NOW);
    const [first] = lots;
    if (first === undefined) return 'refuses';
    if (!lotIds.has(first.lot.lotId)) return 'decoy';
    return lotId === null ? 'area' : 'genuine';
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe.each(['before', 'after'] as const)('decoys that are added %s the lot', (order) => {
  test.each(SITUATIONS)('$title', async ({ sentence, genuine, decoys, outcome }) => {
    const theirs = async () => {
      for (const decoy of decoys) await add('decoy', decoy);
    };
    if (order === 'before') await theirs();
    if (genuine !== null) await add('genuine', genuine);
    if (order === 'after') await theirs();
    const found = await outcomeOf(sentence);
    if (!(found instanceof AppError)) return expect(found).toBe(outcome);
    const { missing, candidates } = found.details as { missing?: string[]; candidates?: unknown[] };
    const asks = missing?.includes('place') && (candidates ?? []).length > 0;
    return expect(asks ? 'asks' : 'refuses', found.message).toBe(outcome);
  });
});
