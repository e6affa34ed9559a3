import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentFoundLot, writeFoundLot } from '../../../../../api/v1/lots/found-lot.ts';
import { AVAILABILITY_SHOWN, LEVELS } from '../../../../../src/parking/lots/availability-shown.ts';
import { LOT_TYPES } from '../../../../../src/parking/lots/lot-type.ts';
import type { KnownLot } from '../../../../../src/parking/lots/search/match/known-lot.ts';
import type { FoundLot } from '../../../../../src/parking/lots/search/show-lots.ts';
import type { LotDescription } from '../../../../../src/parking/lots/search/tiles/described-lots.ts';
import { seedOfRun } from '../../../../stage/random.ts';
import { inHours, openStage, type Stage, windowInHours } from '../../../stage.ts';

const seed = seedOfRun();
const CONTEXT = {
  baseUrl: 'https://example.com',
  window: undefined,
  seal: () => 'sealed',
  lotCount: 1,
};

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const HOLD = {
  spaceCount: 1,
  startsAt: new Date(0),
  endsAt: new Date(1),
  expiresAt: new Date(1),
};
const anyText = fc.string({ unit: 'binary', maxLength: 30 });
const anyDate = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2199-12-31') });
const anyRate = fc.option(fc.nat(1_000_000));
const anyUnit = fc.constantFrom('hour', 'day');

/** What stays, holds and counts change of a lot. */
const use = {
  takenSpaces: fc.nat(1_000),
  reportedOccupied: fc.option(fc.nat(1_000)),
  reportedAt: fc.option(anyDate),
  holds: fc.constantFrom([], [HOLD]),
};
const anyUse = fc.record(use);

const anyKnownLot: fc.Arbitrary<KnownLot & LotDescription> = fc.record({
  ...use,
  lotId: fc.uuid(),
  operatorId: anyText,
  livemode: fc.boolean(),
  cell: fc.bigInt(),
  name: anyText,
  slug: anyText,
  address: fc.option(anyText),
  city: fc.option(anyText),
  state: fc.option(anyText),
  country: fc.option(anyText),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  timezone: anyText,
  totalSpaces: fc.option(fc.nat(1_000)),
  isCapacityEstimated: fc.boolean(),
  areaM2: fc.option(fc.nat(1_000_000)),
  rateMinor: anyRate,
  tariff: fc.constant(null),
  rateUnit: anyUnit,
  billingStepMinutes: fc.constantFrom(1, 30),
  chargeText: fc.option(anyText),
  currency: fc.constantFrom('usd', 'jpy', 'bhd'),
  maxDailyMinor: anyRate,
  hasNoDailyMax: fc.boolean(),
  rateId: fc.option(anyText),
  priceRules: fc.constant(null),
  scheduledRates: fc.constant([]),
  lotType: fc.constantFrom(...LOT_TYPES),
  features: fc.array(anyText),
  evSpaces: fc.nat(1_000),
  accessibleSpaces: fc.nat(1_000),
  avSpaces: fc.nat(1_000),
  openingHours: fc.option(anyText),
  isOvernightAllowed: fc.boolean(),
  maxHeightCm: fc.option(fc.nat(1_000)),
  status: fc.constant('active'),
  website: fc.option(anyText),
  osmId: fc.option(anyText),
  duplicateOf: fc.option(fc.uuid()),
  dataLicense: fc.option(anyText),
  isOsmExportAllowed: fc.boolean(),
  availabilityShown: fc.constantFrom(...AVAILABILITY_SHOWN),
  updatedAt: anyDate,
  text: fc.constant(null),
});

/** What may be other at another reading of a lot, while its description stays. */
const anyReading: fc.Arbitrary<Partial<KnownLot>> = fc.record(
  {
    ...use,
    state: fc.option(anyText),
    country: fc.option(anyText),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    timezone: anyText,
    totalSpaces: fc.option(fc.nat(1_000)),
    rateMinor: anyRate,
    rateUnit: anyUnit,
    currency: fc.constantFrom('usd', 'jpy', 'bhd'),
    features: fc.array(anyText),
    openingHours: fc.option(anyText),
    isOvernightAllowed: fc.boolean(),
  },
  { requiredKeys: [] },
);

const anyState = fc.record({
  now: anyDate,
  isReported: fc.boolean(),
  occupiedSpaces: fc.nat(1_000),
  surgePct: fc.constant(null),
  distanceM: fc.double({ min: 0, max: 50_000, noNaN: true }),
  openState: fc.constantFrom('open', 'closed', 'unknown'),
  availableSpaces: fc.option(fc.nat(1_000)),
  level: fc.option(fc.constantFrom(...LEVELS)),
  availableAsOf: anyDate,
});

/** The rate of another time, where one is shown. */
const anyPosted = fc.option(
  fc.record({ rateMinor: anyRate, rateUnit: anyUnit, maxDailyMinor: anyRate }),
);

const knownOf = ({ text, ...of }: KnownLot & LotDescription): KnownLot => of;

test(`the text of any lot is the JSON of its shape, however often it is shown (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      anyKnownLot,
      fc.array(fc.tuple(anyState, anyPosted), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (known, states, hasWindow) => {
        for (const [state, posted] of states) {
          const kept = posted === null ? { lot: known, description: known } : null;
          const lot: FoundLot = { ...known, ...posted, ...state, kept };
          const window = { startedAt: state.now, endedAt: new Date(+state.now + 3_600_000) };
          const context = { ...CONTEXT, window: hasWindow ? window : undefined };
          expect(writeFoundLot(lot, context)).toBe(JSON.stringify(presentFoundLot(lot, context)));
        }
      },
    ),
    { seed },
  );
});

test(`a lot that is read again is shown as it was read (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      anyKnownLot,
      fc.array(anyReading, { minLength: 1, maxLength: 4 }),
      anyState,
      (description, readings, state) => {
        for (const reading of readings) {
          const of = { ...knownOf(description), ...reading };
          const kept = { lot: of, description };
          const lot: FoundLot = { ...description, ...of, ...state, kept };
          expect(writeFoundLot(lot, CONTEXT)).toBe(JSON.stringify(presentFoundLot(lot, CONTEXT)));
        }
      },
    ),
    { seed },
  );
});

test(`the description of a lot is not written again for its use (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyKnownLot, fc.array(anyUse, { minLength: 1 }), anyState, (known, uses, state) => {
      let written = 0;
      const write = (of: KnownLot) => {
        const lot: FoundLot = { ...known, ...of, ...state, kept: { lot: of, description: known } };
        const get = () => {
          written += 1;
          return known.slug;
        };
        writeFoundLot(Object.defineProperty(lot, 'slug', { get }), CONTEXT);
      };
      const asRead = knownOf(known);
      for (const use of uses) write({ ...asRead, ...use });
      expect(written).toBe(1);
      write({ ...asRead, totalSpaces: 1_001 });
      expect(written).toBe(2);
    }),
    { seed },
  );
});

test('a lot that was shown with one rate is shown with the rate of each window', async () => {
  const place = { latitude: 20, longitude: 20 };
  const lotId = await stage.parking.addLot({ ...place, rate_minor: 1000 });
  const effective_from = inHours(24);
  await stage.send('PUT', `/api/v1/lots/${lotId}/rates`, { base_rate: 25, effective_from });
  const rateIn = async (window: object) => {
    const query = { lat: 20, lng: 20, radius_km: 1, ...window };
    const { body } = await stage.get('/api/v1/lots/search', query);
    return [body.lots[0].base_rate, body.lots[0].pricing.base_rate];
  };
  const tomorrow = windowInHours(25, 26);
  expect(await rateIn({})).toEqual([10, 10]);
  expect(await rateIn(tomorrow)).toEqual([25, 25]);
  expect(await rateIn({})).toEqual([10, 10]);
});

test('a lot that was shown is shown as it is now once it was changed', async () => {
  const place = { latitude: 21, longitude: 21 };
  const lotId = await stage.parking.addLot({ ...place, total_spaces: 3 });
  const found = async () => {
    const query = { lat: 21, lng: 21, radius_km: 1 };
    return (await stage.get('/api/v1/lots/search', query)).body.lots[0];
  };
  const before = await found();
  await stage.send('PATCH', `/api/v1/lots/${lotId}`, { name: 'Nørd “2”' });
  expect(await found()).toMatchObject({ id: lotId, name: 'Nørd “2”' });
  await stage.parking.park(lotId);
  const after = await found();
  expect(after.availability.available_spaces).toBe(before.availability.available_spaces - 1);
  // Without a key, because an operator sees more of its own lots.
  const { body } = await stage.api.request('GET', `/api/v1/lots/${lotId}`);
  expect(after).toMatchObject(body.lot);
});
