import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../../src/kit/errors.ts';
import { openTown, type Town } from './open-town.ts';
import { readRows } from './read-rows.ts';
import { sayPlan } from './say-plan.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.database.drop());

const rows = readRows();

async function outcomeOf(text: string): Promise<string> {
  try {
    return sayPlan(town, await town.plan(text));
  } catch (error) {
    if (error instanceof AppError) return 'refuse';
    throw error;
  }
}

test.each(rows)('$verdict | $text', async ({ verdict, text }) => {
  expect(await outcomeOf(text)).toBe(verdict);
});
