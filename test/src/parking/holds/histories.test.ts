import { afterAll, beforeAll, expect, test } from 'vitest';
import { playHistory } from '../../../histories/history.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isFull } from '../../../stage/size.ts';

const HISTORIES = isFull ? 30 : 12;
const ROUNDS = 10;

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test('concurrent calls on stays and holds have the outcomes of some sequential order', async () => {
  const seed = seedOfRun();
  let calls = 0;
  for (let i = 0; i < HISTORIES; i += 1) {
    const random = randomFrom(seed + i);
    const played = await playHistory(parking, random, ROUNDS).catch((error: Error) => {
      throw new Error(`HEXLOT_TEST_SEED=${seed + i}: ${error.message}`, { cause: error });
    });
    calls += played.calls;
  }
  expect(calls).toBeGreaterThan(HISTORIES * ROUNDS * 2);
});
