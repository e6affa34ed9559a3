import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../src/access/principals/principal.ts';
import { listFreeLots } from '../../../../src/parking/holds/list-free-lots.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller, addLot } from '../../../stage/fixtures.ts';

/** More than a list has candidates. */
const DECOYS = 240;
const CENTRE = { lat: 43.65, lng: -79.38 };

let database: TestDatabase;
let fleet: Principal;

beforeAll(async () => {
  database = await openTestDatabase();
  fleet = await addCaller(database);
});
afterAll(() => database.drop());

const list = (prefersAv: boolean) =>
  listFreeLots(database.db, fleet, {
    centre: CENTRE,
    radiusM: 3_000,
    features: [],
    lotTypes: null,
    maxHeightCm: null,
    startsAt: null,
    endsAt: new Date(Date.now() + 3_600_000),
    spaceCount: 1,
    prefersAv,
  });

test.each([1, 2, 10])(
  'lots by the hundred of %i accounts keep no other lot out of the list',
  async (accounts) => {
    const decoyers = await Promise.all(Array.from({ length: accounts }, () => addCaller(database)));
    const { operatorId } = await addCaller(database);
    const honest = await addLot(database, { operator_id: operatorId, ...at(0.01) });
    for (let i = 0; i < DECOYS; i += 1) {
      const operator_id = decoyers[i % accounts]?.operatorId ?? '';
      await addLot(database, { operator_id, ...at(0.001 + i / 1e6) });
    }
    const decoyIds = decoyers.map((one) => one.operatorId);
    await database.sql(
      `update lots set hold_others_pct = 0, features = '{av}' where operator_id = any($1)`,
      [decoyIds],
    );
    expect((await list(false)).map((lot) => lot.lotId)).toEqual([honest]);
    expect((await list(true)).map((lot) => lot.lotId)).toEqual([honest]);
    await database.sql(`update lots set hold_others_pct = 20 where operator_id = any($1)`, [
      decoyIds,
    ]);
    const all = await list(false);
    expect(all.at(-1)?.lotId).toBe(honest);
    const metres = all.map((lot) => lot.distanceM);
    expect(metres).toEqual(metres.toSorted((a, b) => a - b));
    await database.sql('update lots set deleted_at = now()');
  },
);

const at = (north: number) => ({ latitude: CENTRE.lat + north, longitude: CENTRE.lng });
