import { afterAll, beforeAll, expect, test } from 'vitest';
import { playMandates } from '../../histories/mandate-steps.ts';
import { openParking, type Parking } from '../../stage/parking.ts';
import { seedOfRun } from '../../stage/random.ts';
import { isFull } from '../../stage/size.ts';

const HISTORIES = isFull ? 500 : 40;
const seed = seedOfRun();

let parking: Parking;
beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

test(`a mandate has the outcomes and the counts of its books (HEXLOT_TEST_SEED=${seed})`, async () => {
  const { stays } = await playMandates(parking, seed, HISTORIES);
  expect(stays).toBeGreaterThan(HISTORIES);
});
