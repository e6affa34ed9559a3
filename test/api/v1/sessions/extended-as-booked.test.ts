import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionShape } from '../../../../api/v1/sessions/session-shape.ts';
import { fromMinor } from '../../../../src/kit/money.ts';
import { dayOf } from '../../../../src/kit/time/days.ts';
import { showTariff } from '../../../../src/tariffs/input/show-tariff.ts';
import { priceStay } from '../../../../src/tariffs/price/price-stay.ts';
import type { Tariff } from '../../../../src/tariffs/tariff.ts';
import { canPost, randomTariff } from '../../../src/tariffs/price/random-tariffs.ts';
import { createRandom, seedOfRun } from '../../../stage/random.ts';
import { openStage, type Stage } from '../../stage.ts';
import { recompute } from '../recompute.ts';

// Extending a stay costs as much as having booked it long, whatever its lot posts by then.

const CASES = 75;
/** At once. */
const LANES = 4;
const MINUTE_MS = 60_000;
/** Longer than any stay that is drawn, and the grace time after it. */
const WEEK_MINUTES = 7 * 1_440;

const CURRENCIES = ['jpy', 'krw', 'eur', 'cad', 'kwd', 'omr'];
/** Whenever this runs, it is night in some and day in others. */
const PLACES = [
  { timezone: 'Europe/Berlin', country: 'DE' },
  { timezone: 'America/New_York', country: 'US' },
  { timezone: 'Pacific/Honolulu', country: 'US' },
  { timezone: 'America/Santiago', country: 'CL' },
  { timezone: 'Asia/Tokyo', country: 'JP' },
  { timezone: 'Asia/Kolkata', country: 'IN' },
  { timezone: 'Australia/Lord_Howe', country: 'AU' },
  { timezone: 'Pacific/Auckland', country: 'NZ' },
];

type Case = ReturnType<typeof drawCase>;
type Pair = { drawn: Case; long: SessionShape; extended: SessionShape };
/** Beside the extended stay as it is read afterwards, the answer of the last extension. */
type Parked = Pair & { answered: SessionShape };

const seed = seedOfRun();
const random = createRandom(seed);

let stage: Stage;
let pairs: Parked[];

beforeAll(async () => {
  stage = await openStage();
  const cases = Array.from({ length: CASES }, drawCase);
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const found: Parked[] = [];
    for (let i = lane; i < CASES; i += LANES) found.push(await parkTwice(cases[i] as Case));
    return found;
  });
  pairs = (await Promise.all(lanes)).flat();
});
afterAll(() => stage.api.stop());

function drawCase() {
  const currency = random.pick(CURRENCIES);
  const place = random.pick(PLACES);
  const extensions = Array.from({ length: random.integer(1, 3) }, () =>
    random.pick([30, 60, 90, 240, 480]),
  );
  return {
    ...{ currency, place, extensions },
    tariff: drawTariff(currency, place),
    minutes: random.integer(1, random.pick([60, 300, 1_440])),
    /** What the lot has instead before one of the extensions. */
    changed: { place: random.pick(PLACES), rate: drawRate(currency, place) },
    changedBefore: random.integer(0, extensions.length - 1),
  };
}

type Place = (typeof PLACES)[number];

function drawTariff(currency: string, place: Place): Tariff {
  const today = dayOf(new Date().toISOString().slice(0, 10));
  for (;;) {
    const tariff = randomTariff(random, today);
    if (canPost(tariff, currency, { ...place, state: null })) return tariff;
  }
}

const drawRate = (currency: string, place: Place) =>
  random.next() < 0.3
    ? { base_rate: random.integer(0, 1_000) }
    : { tariff: showTariff(drawTariff(currency, place), currency) };

async function call(method: string, path: string, body: object) {
  const answer = await stage.send(method, `/api/v1${path}`, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** A stay that is booked long, and one that is extended until it is as long. */
async function parkTwice(drawn: Case): Promise<Parked> {
  const { currency, place, tariff, minutes, extensions, changed, changedBefore } = drawn;
  const lotId = await stage.parking.addLot({ currency, latitude: random.integer(-60, 60) });
  await call('PATCH', `/lots/${lotId}`, place);
  await call('PUT', `/lots/${lotId}/rates`, { tariff: showTariff(tariff, currency) });
  const sum = extensions.reduce((all, one) => all + one, minutes);
  const [long, short] = await beginTogether(lotId, [sum, minutes]);
  let answered = short;
  for (const [i, extend_minutes] of extensions.entries()) {
    if (i === changedBefore) {
      await call('PUT', `/lots/${lotId}/rates`, changed.rate);
      await call('PATCH', `/lots/${lotId}`, changed.place);
    }
    const body = { session_id: short.id, extend_minutes };
    answered = (await call('POST', '/sessions/extend', body)).session;
  }
  return { drawn, long: await read(long), extended: await read(short), answered };
}

/** Two stays of so many minutes that begin in the same minute, by which they are priced. */
async function beginTogether(
  lotId: string,
  lengths: [number, number],
): Promise<[SessionShape, SessionShape]> {
  for (;;) {
    const begin = async (minutes: number): Promise<SessionShape> => {
      const wish = { plate: stage.parking.newPlate(), duration_hours: minutes / 60 };
      return (await call('POST', '/sessions', { lot_id: lotId, ...wish })).session;
    };
    const [one, other] = await Promise.all([begin(lengths[0]), begin(lengths[1])]);
    const [at, otherAt] = [one, other].map(({ started_at }) => minuteOf(started_at));
    if (at === otherAt) return [one, other];
  }
}

const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / MINUTE_MS);

const read = async ({ id }: SessionShape): Promise<SessionShape> =>
  (await stage.get(`/api/v1/sessions/${id}`)).body.session;

/** By the tariff that it began with, and the clocks and holidays of then. */
function priceOf({ tariff, place }: Case, { started_at, expected_end }: SessionShape): number {
  const window = { startedAt: new Date(started_at), endedAt: new Date(expected_end) };
  const conditions = { place: { ...place, state: null }, vehicleKind: null };
  return priceStay(tariff, window, conditions).subtotalMinor;
}

/** The lines of both are from their own beginnings on, which are milliseconds apart. */
const linesOf = ({ pricing }: SessionShape) =>
  pricing.lines.map(({ from, to, ...line }) => ({ ...line, minute: minuteOf(from) }));

/** Both have the same lines, which add up to an amount that is paid for the time of either. */
function expectAlike({ drawn, long, extended }: Pair, amount: 'estimated_amount' | 'subtotal') {
  const about = JSON.stringify({ drawn, long, extended });
  for (const stay of [long, extended]) {
    const owed = fromMinor(priceOf(drawn, stay), drawn.currency);
    expect(stay[amount], about).toBe(owed);
    expect(recompute(stay.pricing, drawn.place.timezone).amount, about).toBe(owed);
  }
  expect(extended[amount], about).toBe(long[amount]);
  expect(linesOf(extended), about).toEqual(linesOf(long));
}

test(`the estimate of an extended stay is that of a long one (seed ${seed})`, () => {
  for (const { answered, ...pair } of pairs) {
    expectAlike({ ...pair, extended: answered }, 'estimated_amount');
    expectAlike(pair, 'estimated_amount');
  }
  const paid = pairs.filter(({ long }) => long.estimated_amount > 0);
  expect(paid.length).toBeGreaterThan(CASES / 2);
});

test(`at its end an extended stay costs what a long one costs (seed ${seed})`, async () => {
  await stage.parking.passMinutes(WEEK_MINUTES);
  await stage.parking.expire();
  for (const { drawn, ...begun } of pairs) {
    const [long, extended] = [await read(begun.long), await read(begun.extended)];
    for (const { status, ended_at, expected_end } of [long, extended])
      expect({ status, ended_at }).toEqual({ status: 'expired', ended_at: expected_end });
    expectAlike({ drawn, long, extended }, 'subtotal');
  }
});
