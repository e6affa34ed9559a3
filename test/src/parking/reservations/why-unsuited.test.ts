import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../../src/kit/errors.ts';
import { openTown, type Town } from './strangers/open-town.ts';

// Everything understood applies to a lot, however the lot was found.

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.database.drop());

async function refusalOf(plan: Promise<unknown>): Promise<{ message: string; reason: unknown }> {
  const error: unknown = await plan.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  const { details } = error;
  return { message: error.message, reason: Array.isArray(details) ? undefined : details?.reason };
}

test.each([
  ['Back Bay Garage', 'my van is 2.3 m high', 'too_low'],
  ['Back Bay Garage', 'for our coach', 'height_needed'],
  ['Back Bay Garage', 'wheelchair space', 'lacks_feature'],
  ['Fenway Lot A', 'covered', 'lacks_feature'],
  ['Fenway Lot A', 'with a charger', 'lacks_feature'],
  ['Fenway Lot A', 'for my self-driving car', 'lacks_feature'],
  ['Fenway Lot A', 'underground parking', 'other_lot_type'],
  ['Harbor Deck', '3 wheelchair spaces', 'too_few_marked'],
  ['Harbor Deck', 'under $5 an hour', 'too_expensive'],
  ['Harbor Deck', 'at most $11 in total', 'too_expensive'],
  ['Harbor Deck', 'at most 100 euros', 'other_currency'],
])(
  'a lot found by name or by id must meet everything understood: %s, %s',
  async (name, words, reason) => {
    const byName = await refusalOf(town.plan(`${name}, 2 hours, ${words}`));
    const byId = await refusalOf(town.plan(`2 hours, ${words}`, { lotId: town.idOf(name) }));
    expect(byName).toMatchObject({ reason });
    expect(byId).toEqual(byName);
  },
);

test.each([
  ['my van is 2.3 m high', ['Fenway Lot A', 'Fenway Lot B', 'Harbor Deck']],
  ['for our coach', ['Fenway Lot A', 'Fenway Lot B']],
  ['wheelchair space', ['Harbor Deck']],
  ['covered', ['Back Bay Garage', 'Harbor Deck']],
  ['under $5.50 an hour', ['Back Bay Garage', 'Fenway Lot A', 'Fenway Lot B']],
])('of the lots around a place only suitable ones are offered: %s', async (words, names) => {
  const { lots } = await town.plan(`Boston, 2 hours, ${words}`);
  expect(lots.map(({ lot }) => lot.name).toSorted()).toEqual(names);
});

test('a refusal says how high the lot is and how high the vehicle', async () => {
  const { message } = await refusalOf(town.plan('Back Bay Garage 1h, van 2.3 m high'));
  expect(message).toBe('Back Bay Garage is 1.95 m high, the van 2.3 m');
});

test('a field overrides only the words about the same thing', async () => {
  const lotId = town.idOf('Fenway Lot A');
  const asked = async (words: string, more: object) => (await town.plan(words, more)).asked;
  const start = new Date(town.now.getTime() + 3_600_000);
  expect(await asked('Fenway Lot A yesterday', { startsAt: start })).toMatchObject({
    startsAt: start,
  });
  expect(await asked('Fenway Lot A 1h plate ???', { plate: 'AB 12' })).toMatchObject({
    plate: 'AB12',
  });
  expect(await asked('Fenway Lot A 1h, 51 spaces', { spaceCount: 2 })).toMatchObject({
    spaceCount: 2,
  });
  const refused = ['not Fenway Lot A, 1h', '1 hour if it rains', 'near the lift, 1 hour', '2h, 90'];
  for (const words of refused)
    expect(await refusalOf(town.plan(words, { lotId, startsAt: start })), words).toMatchObject({
      reason: 'not_understood',
    });
  expect((await town.plan('somewhere in Toronto for 1 hour', { lotId })).lots).toMatchObject([
    { lot: { name: 'Fenway Lot A' } },
  ]);
});
