import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../../src/access/operators/create-operator.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { fromMinor } from '../../../../src/kit/money.ts';
import type { ColumnMap } from '../../../../src/kit/tables/name-columns.ts';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import { offerLotRate } from '../../../../src/tariffs/offer-lot-rate.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { instantAt } from '../../tariffs/local-instant.ts';
import { csv, geojson, list, PRICED_FILES } from './price-lists.ts';

// Price lists in files of strangers. Wrong answers are counted apart from refusals: there may be
// none.

const AT_LEAST = 30;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function importText(text: string, map?: ColumnMap) {
  const request = { name: 'Stranger', plan: 'free', actorId: 'test' };
  const { id: operatorId } = await createOperator(database.owner, request);
  const open = () => Readable.from([Buffer.from(text)]);
  const input = { operatorId, livemode: true, open, map };
  const result = await importLots(database.owner, input);
  expect(result.rejected).toEqual([]);
  expect(await importLots(database.owner, input)).toMatchObject({ unchanged: 1 });
  const lotId = result.lots[0]?.id ?? '';
  return { ...result, lot: await findLot(database.owner, lotId, true, operatorId) };
}

type Lot = Awaited<ReturnType<typeof importText>>['lot'];

function costOf(lot: Lot, starts: string, minutes: number): number | undefined {
  const startedAt = instantAt(starts, lot.timezone);
  const rate = offerLotRate(lot, startedAt);
  if (rate === undefined) return undefined;
  const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
  const { subtotalMinor } = priceStay(rate.tariff, { startedAt, endedAt }, rate.conditions);
  return fromMinor(subtotalMinor, lot.currency);
}

const taken = PRICED_FILES.filter(({ costs }) => costs !== undefined);
const refused = PRICED_FILES.filter((one) => one.refused !== undefined);

test('there are enough files, and half of them are to be refused', () => {
  expect(taken.length + refused.length).toBe(PRICED_FILES.length);
  expect(PRICED_FILES.length).toBeGreaterThanOrEqual(AT_LEAST);
  expect(refused.length).toBeGreaterThanOrEqual(PRICED_FILES.length / 2);
});

test.each(taken)('stays cost what the file means: $what', async ({ file, map, costs = [] }) => {
  const { lot, noted } = await importText(file, map);
  expect(noted).toEqual([]);
  expect(costs.map(([at, minutes]) => [at, minutes, costOf(lot, at, minutes)])).toEqual(costs);
});

test.each(refused)('nothing is posted, naming $refused: $what', async (one) => {
  const { lot, noted } = await importText(one.file, one.map);
  expect(noted.map(({ field }) => field)).toContain(one.refused);
  expect(noted[0]?.row).toBeGreaterThan(0);
  expect(costOf(lot, '2026-03-04T10:00', 60)).toBeUndefined();
  expect(lot.chargeText).not.toBe('');
  expect(lot.chargeText).not.toBeNull();
});

test('the text of a price list that is refused is kept beside the price that contradicts it', async () => {
  const tariff = { parts: [{ name: 'all', flat: 6 }] };
  const both = geojson({ capacity: 40, charge: '2 EUR/hour', tariff });
  const text = `2 EUR/hour; tariff=${JSON.stringify(tariff)}`;
  expect((await importText(both)).lot.chargeText).toBe(text);
  const cut = await importText(csv({ Tarif: '{"parts": [' }));
  expect(cut.lot.chargeText).toBe('{"parts": [');
  expect(cut.columns).toContainEqual(
    expect.objectContaining({ column: 'Tarif', read_as: 'charge', unreadable_count: 1 }),
  );
});

test('a column is counted as not read where a member of its tariff is not', async () => {
  const { columns, noted } = await importText(list({ tariff: { parts: [], maximum: 2 } }));
  expect(noted).toMatchObject([{ row: 1, name: 'Elm Street', field: 'tariff.maximum' }]);
  expect(columns).toContainEqual(
    expect.objectContaining({ column: 'tariff', read_as: 'tariff', unreadable_count: 1 }),
  );
});

test('a file with another price takes the place of a tariff, and one without leaves it', async () => {
  const request = { name: 'Stranger', plan: 'free', actorId: 'test' };
  const { id: operatorId } = await createOperator(database.owner, request);
  const costAfter = async (more: Record<string, unknown>) => {
    const open = () => Readable.from([Buffer.from(list({ ref: 'elm', ...more }))]);
    const { lots } = await importLots(database.owner, { operatorId, livemode: true, open });
    const lot = await findLot(database.owner, lots[0]?.id ?? '', true, operatorId);
    return costOf(lot, '2026-03-04T10:00', 60);
  };
  expect(await costAfter({ tariff: { parts: [{ name: 'all', flat: 6 }] } })).toBe(6);
  expect(await costAfter({})).toBe(6);
  expect(await costAfter({ charge: '2 EUR/hour' })).toBe(2);
  expect(await costAfter({ tariff: { parts: [{ name: 'all', flat: 7 }] } })).toBe(7);
  expect(await costAfter({ tariff: { parts: [{ name: 'all', flat: '7' }] } })).toBeUndefined();
});
