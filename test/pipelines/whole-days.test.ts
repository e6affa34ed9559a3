import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../stage/fixtures.ts';
import { type DatedWarehouse, openDatedWarehouse } from './stage/dated-warehouse.ts';
import { addOperators, addStay, MINUTE_MS } from './stage/parking.ts';

const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';
const FOUR_WEEKS_AFTER_TUESDAY = '2026-03-31';
let dated: DatedWarehouse;
const lotIds: string[] = [];
let vehicleId = 0;

beforeAll(async () => {
  dated = await openDatedWarehouse();
});
afterAll(() => dated.close());

/** Builds the marts as of this instant; returns how many stays each area tells of in 28 days. */
async function staysAt(horizon: string): Promise<(number | null)[]> {
  await dated.build(horizon);
  const counts: (number | null)[] = [];
  const rows = { mart: 'areas', since: 0, areGone: false };
  await dated.warehouse.stream(rows, async (json) => {
    const areas: { stay_count: number | null }[] = JSON.parse(json);
    counts.push(...areas.map(({ stay_count }) => stay_count));
  });
  return counts;
}

/** So many stays on each lot, each of another vehicle, a minute after the other. */
async function parkFrom(at: string, countPerLot: number): Promise<void> {
  for (const lotId of lotIds)
    for (let i = 0; i < countPerLot; i += 1) {
      const startedAt = new Date(Date.parse(at) + i * MINUTE_MS);
      vehicleId += 1;
      const endedAt = new Date(+startedAt + MINUTE_MS);
      await addStay(dated.database, { lotId, vehicleId, startedAt, endedAt });
    }
}

test('28 whole days begin and end with a day, and a late row counts in any hour', async () => {
  const operatorIds = await addOperators(dated.database, 4);
  for (const operator_id of operatorIds) lotIds.push(await addLot(dated.database, { operator_id }));
  await parkFrom(`${MONDAY}T23:30:00Z`, 8);
  expect(await staysAt(`${MONDAY}T23:45:00.000000Z`)).toEqual([null]);
  expect(await staysAt(`${TUESDAY}T00:10:00.000000Z`)).toEqual([32]);
  await parkFrom(`${MONDAY}T23:50:00Z`, 1);
  await parkFrom(`${TUESDAY}T00:00:00Z`, 10);
  expect(await staysAt(`${TUESDAY}T01:20:00.000000Z`)).toEqual([36]);
  expect(await staysAt(`${FOUR_WEEKS_AFTER_TUESDAY}T00:01:00.000000Z`)).toEqual([40]);
});
