import { expect, test } from 'vitest';
import { writeOsmCharge } from '../../../../../src/tariffs/formats/osm/write-osm-charge.ts';
import { priceStay } from '../../../../../src/tariffs/price/price-stay.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { createRandom, type Random, seedOfRun } from '../../../../stage/random.ts';
import { randomTariff } from '../../price/random-tariffs.ts';
import { expectNoAmounts, readBack } from './read-back.ts';
import { SAID, UNSAID } from './realistic-tariffs.ts';

const TARIFFS = 300;
const TAMED = 500;
/** The others have hours that overlap, or never hold. */
const TAMED_WHOLE_MIN = 120;
const SEVERAL_PARTS_MIN = 30;
const MINUTE_MS = 60_000;
const PLACE = { timezone: 'Europe/Berlin', country: 'DE', state: 'BE' };
/** A Thursday; the third of October is a Saturday, and a holiday. */
const FIRST_DAY = Date.parse('2026-10-01T00:00:00Z');
const FIRST_DAY_NUMBER = FIRST_DAY / 86_400_000;
const DURATIONS = [
  ...[1, 15, 29, 30, 31, 59, 60, 61, 90, 119, 120, 121, 240, 300, 480, 600],
  ...[720, 1_000, 1_439, 1_440, 1_441, 2_000, 4_320, 12_000],
];

const seed = seedOfRun();

function expectAlike(tariff: Tariff, tags: Record<string, string>, random = createRandom(1)) {
  const back = readBack(tags, PLACE);
  if (back === undefined) throw new Error(`not read: ${JSON.stringify({ tariff, tags })}`);
  for (const minutes of DURATIONS) {
    const startedAt = new Date(FIRST_DAY + random.integer(0, 20_000) * MINUTE_MS);
    const stay = { startedAt, endedAt: new Date(startedAt.getTime() + minutes * MINUTE_MS) };
    const conditions = { place: PLACE, vehicleKind: random.pick([null, 'car', 'truck'] as const) };
    const cost = (one: Tariff) => priceStay(one, stay, conditions).subtotalMinor;
    expect(cost(back), JSON.stringify({ tariff, tags, stay, back })).toBe(cost(tariff));
  }
}

test(`${TARIFFS} random tariffs cost the same as tags, or say what is left out (${seed})`, () => {
  const random = createRandom(seed);
  const count = { whole: 0, feeOnly: 0 };
  for (let i = 0; i < TARIFFS; i += 1) {
    const tariff = randomTariff(random, FIRST_DAY_NUMBER);
    const { tags, leftOut } = writeOsmCharge(tariff, { currency: 'eur' });
    for (const { part } of leftOut)
      if (part !== null) expect(tariff.parts.map(({ name }) => name)).toContain(part);
    if (leftOut.length === 0) {
      expectAlike(tariff, tags, random);
      count.whole += 1;
    } else {
      expectNoAmounts(tags);
      count.feeOnly += 1;
    }
  }
  console.info('of all kinds', count);
});

/** Without what no tag can say; what is left is often more than anybody would post. */
function tamed({ parts, maxima }: Tariff, random: Random): Tariff {
  return {
    parts: parts.map(({ name, when = {} }) => {
      const { dates: _dates, vehicle_kinds: _kinds, ...hours } = when;
      const per = random.pick([15, 20, 30, 60, 60, 120]);
      const price = random.pick([0, 60, 90, 100, 240, 250, random.integer(1, 500)]);
      const billing = price === 0 ? 1 : random.pick([1, per, 15]);
      const step = { from_minutes: 0, price_minor: price, per_minutes: per };
      const steps = [{ ...step, billing_step_minutes: billing }];
      return { name, ...(Object.keys(hours).length > 0 && { when: hours }), steps };
    }),
    maxima: maxima?.filter(({ per }) => per === '24h') ?? null,
  };
}

test(`${TAMED} tariffs of hours alone cost the same as tags (${seed})`, () => {
  const random = createRandom(seed);
  const count = { whole: 0, severalParts: 0 };
  for (let i = 0; i < TAMED; i += 1) {
    const tariff = tamed(randomTariff(random, FIRST_DAY_NUMBER), random);
    const { tags, leftOut } = writeOsmCharge(tariff, { currency: 'eur' });
    if (leftOut.length > 0) continue;
    expectAlike(tariff, tags, random);
    count.whole += 1;
    if (tariff.parts.length > 1) count.severalParts += 1;
  }
  console.info('of hours alone', count);
  expect(count.whole).toBeGreaterThan(TAMED_WHOLE_MIN);
  expect(count.severalParts).toBeGreaterThan(SEVERAL_PARTS_MIN);
});

test.each(SAID)('$name: written whole', ({ tariff, tags }) => {
  expect(writeOsmCharge(tariff, { currency: 'eur' })).toEqual({ tags, leftOut: [] });
  expectAlike(tariff, tags, createRandom(seed));
});

test.each(UNSAID)('$name: left out by part', ({ tariff, tags, parts }) => {
  const written = writeOsmCharge(tariff, { currency: 'eur' });
  expect(written.tags).toEqual(tags);
  expect(written.leftOut.map(({ part }) => part)).toEqual(parts);
});
