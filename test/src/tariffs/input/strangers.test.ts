import { expect, test } from 'vitest';
import { badFieldsIn } from '../../../../src/kit/errors.ts';
import { fromMinor } from '../../../../src/kit/money.ts';
import { readTariff } from '../../../../src/tariffs/input/read-tariff.ts';
import { tariffInFile } from '../../../../src/tariffs/input/tariff-in-file.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import { instantAt } from '../local-instant.ts';
import { STRANGERS, type Stranger } from './strangers.ts';

// Wrong answers are counted apart from refusals: there may be none.

const TIMEZONE = 'Europe/Berlin';
const PLACE = { timezone: TIMEZONE, country: 'DE', state: null };
const AT_LEAST = 30;

const read = (tariff: unknown) => readTariff(tariffInFile(tariff), 'eur', PLACE);

function refusalOf(tariff: unknown): string | undefined {
  try {
    read(tariff);
    return undefined;
  } catch (error) {
    return badFieldsIn(error)[0]?.field;
  }
}

function costsOf({ tariff, costs = [] }: Stranger) {
  return costs.map(([starts, minutes]) => {
    const startedAt = instantAt(starts, TIMEZONE);
    const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
    const conditions = { place: PLACE, vehicleKind: null };
    const price = priceStay(read(tariff), { startedAt, endedAt }, conditions);
    return [starts, minutes, fromMinor(price.subtotalMinor, 'eur')];
  });
}

const taken = STRANGERS.filter(({ costs }) => costs !== undefined);
const refused = STRANGERS.filter((one) => one.refused !== undefined);

test('there are enough tariffs, and half of them are to be refused', () => {
  expect(taken.length + refused.length).toBe(STRANGERS.length);
  expect(STRANGERS.length).toBeGreaterThanOrEqual(AT_LEAST);
  expect(refused.length).toBeGreaterThanOrEqual(STRANGERS.length / 2);
});

test.each(taken)('$what costs what its writer means', (stranger) => {
  expect(costsOf(stranger)).toEqual(stranger.costs);
});

test.each(refused)('$what is refused, naming $refused', ({ tariff, refused: member = '' }) => {
  expect(refusalOf(tariff)).toMatch(new RegExp(`^tariff(\\..*)?\\.${member}(\\.\\d+)?(\\.|$)`));
});
