import { afterAll, beforeAll, expect, test } from 'vitest';
import { playHistory } from '../../histories/history.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { randomFrom, seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

// Faults 8, 9 and 20, in longer histories with more concurrent calls.

const IS_FULL = isFull;
const HISTORIES = IS_FULL ? 400 : 20;
const ROUNDS = 25;

let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test('long histories of stays and holds are legal to their end, and exact to the cent', async () => {
  const seed = seedOfRun();
  let calls = 0;
  for (let i = 0; i < HISTORIES; i += 1) {
    const played = await playHistory(parking, randomFrom(seed + i), ROUNDS).catch((error) => {
      throw new Error(`HEXLOT_TEST_SEED=${seed + i}: ${error.message}`, { cause: error });
    });
    calls += played.calls;
  }
  expect(calls).toBeGreaterThan(HISTORIES * ROUNDS * 2);
});
