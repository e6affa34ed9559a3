import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../../../../src/kit/errors.ts';
import { partOf, randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { isFull } from '../../../../stage/size.ts';
import { openTown, type Town } from './open-town.ts';
import { readRows } from './read-rows.ts';
import { sayPlan } from './say-plan.ts';

/** Of some two thousand sentences one in so many is tried, others in each run. */
const PARTS = isFull ? 1 : 3;

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.database.drop());

const seed = seedOfRun();
const rows = partOf(readRows(), randomFrom(seed), PARTS);

async function outcomeOf(text: string): Promise<string> {
  try {
    return sayPlan(town, await town.plan(text));
  } catch (error) {
    if (error instanceof AppError) return 'refuse';
    throw error;
  }
}

describe(`sentences (seed ${seed})`, () => {
  test.each(rows)('$verdict | $text', async ({ verdict, text }) => {
    expect(await outcomeOf(text)).toBe(verdict);
  });
});
