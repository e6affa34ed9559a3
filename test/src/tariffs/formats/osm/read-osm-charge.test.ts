import { expect, test } from 'vitest';
import { readOsmCharge } from '../../../../../src/tariffs/formats/osm/read-osm-charge.ts';
import { priceStay } from '../../../../../src/tariffs/price/price-stay.ts';
import { type Row, tableRows } from '../../../kit/osm/values/table.ts';

const PLACE = { timezone: 'Europe/Berlin', country: 'DE', state: 'BE' };

/**
 * Tags as people write them, with what stays cost by the clocks of the lot, in minor units, or the
 * keys for which they are refused. 2026-10-05 is a Monday; 2026-10-03 a Saturday and a holiday.
 */
const ROWS = tableRows('timed-prices', import.meta.dirname);
const STAY = /(?<from>[\d-]+ [\d:]+) to (?<to>[\d-]+ [\d:]+): (?<amount>\d+)/g;

/** All stays are in the same summer. */
const instant = (text: string) => new Date(`${text.replace(' ', 'T')}:00+02:00`);

/** What the reader makes of a row, in the words of the table. */
function readRow({ tags, currency, expected }: Row): string {
  const price = readOsmCharge(tags, { currency, place: PLACE });
  if (price.kind === 'text') return `text ${price.problems.map(({ field }) => field).join(' ')}`;
  if (price.kind !== 'tariff' || expected.startsWith('text')) return price.kind;
  expect(price.currency).toBe(currency);
  return expected.replaceAll(STAY, (_, from: string, to: string) => {
    const stay = { startedAt: instant(from), endedAt: instant(to) };
    const { subtotalMinor } = priceStay(price.tariff, stay, { place: PLACE, vehicleKind: null });
    return `${from} to ${to}: ${subtotalMinor}`;
  });
}

test('tags of strangers cost what they say, or are refused by key', () => {
  const rows = ROWS.map((row) => ({ ...row, got: readRow(row) }));
  const differing = rows.filter(({ got, expected }) => got !== expected);
  const isText = ({ got }: { got: string }) => got.startsWith('text');
  const wrong = differing.filter((row) => !isText(row));
  const kept = rows.filter(({ expected }) => expected.startsWith('text'));
  console.info(
    `timed-prices: ${rows.length} forms, ${kept.length} of them text;`,
    `${wrong.length} wrong, ${differing.length - wrong.length} refused`,
  );
  expect(wrong).toEqual([]);
  expect(differing).toEqual([]);
});

test('a price without conditions is read as always', () => {
  const charge = { charge: '2 EUR/hour', 'charge:max': '15 EUR/day' };
  expect(readOsmCharge(charge, { currency: 'eur', place: PLACE })).toEqual({
    kind: 'rate',
    rateMinor: 200,
    rateUnit: 'hour',
    billingStepMinutes: 1,
    currency: 'eur',
    maxDailyMinor: 1_500,
  });
  expect(readOsmCharge({ fee: 'no' }, { currency: null, place: PLACE }).kind).toBe('free');
  expect(readOsmCharge({}, { currency: null, place: PLACE }).kind).toBe('unknown');
});

test('holidays of a place without a country are refused', () => {
  const tags = { charge: '2 EUR/hour', 'fee:conditional': 'no @ (PH)' };
  const place = { ...PLACE, country: null, state: null };
  expect(readOsmCharge(tags, { currency: 'eur', place })).toMatchObject({
    kind: 'text',
    problems: [{ field: 'fee:conditional' }],
  });
});

test('more hours than a tariff can have are refused', () => {
  const window = (hour: number, minute: number) => {
    const time = (at: number) => `${String(hour).padStart(2, '0')}:${at}`;
    return `${time(minute)}-${time(minute + 5)}`;
  };
  const free = Array.from({ length: 18 }, (_, hour) => window(hour, 10));
  const dear = Array.from({ length: 6 }, (_, hour) => window(hour, 30));
  const tags = (count: number) => ({
    charge: '2 EUR/hour',
    'fee:conditional': `no @ (${free.join(',')})`,
    'charge:conditional': `4 EUR/hour @ (${dear.slice(0, count).join(',')})`,
  });
  const read = (count: number) => readOsmCharge(tags(count), { currency: null, place: PLACE });
  expect(read(5).kind).toBe('tariff');
  expect(read(6)).toMatchObject({ kind: 'text', problems: [{ field: 'charge:conditional' }] });
});
