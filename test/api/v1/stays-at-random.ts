import { newId } from '../../../src/access/ids.ts';
import { platformFeeOf } from '../../../src/access/plans/platform-fee.ts';
import { newUuid } from '../../../src/kit/uuid.ts';
import type { Refund } from '../../../src/money/refunds/refund.ts';
import { type Hold, NO_INTENT } from '../../../src/parking/holds/hold.ts';
import { entryInstructions } from '../../../src/parking/lots/entry-instructions.ts';
import { type FoundSession, priceOfStay } from '../../../src/parking/sessions/session.ts';
import { firstHourOf } from '../../../src/tariffs/first-hour.ts';
import type { PricedLot } from '../../../src/tariffs/offer-lot-rate.ts';
import type { OfferedRate } from '../../../src/tariffs/offer-rate.ts';
import { ANYWHERE, type PlainRate, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import type { Tariff } from '../../../src/tariffs/tariff.ts';
import { randomTariff } from '../../src/tariffs/price/random-tariffs.ts';
import type { Random } from '../../stage/random.ts';

/** A stay, with the rate and currency of its price. */
export type Drawn = PlainRate & {
  /** Left out: the plain rate says all. */
  tariff?: Tariff;
  currency: string;
  spaceCount: number;
  startedAt: Date;
  endedAt: Date;
};

const MINUTE_MS = 60_000;
/** Currencies with no digits after the point, with two and with three. */
const CURRENCIES = ['jpy', 'krw', 'cad', 'eur', 'usd', 'kwd', 'bhd', 'omr'];
/** The longest stay that is drawn, days. */
const DAYS_MAX = 31;

/** A number up to `most`; small magnitudes are as likely as large ones. */
const magnitude = (random: Random, most: number) => Math.floor(most ** random.next());

/**
 * Any rate, currency, maximum and length; half of the stays end exactly on a whole day or minute.
 */
export function drawPricing(random: Random): Drawn {
  const startedAt = new Date(Date.UTC(2026, 2, 1) + random.integer(0, 400 * 86_400_000));
  const minutes = magnitude(random, DAYS_MAX * 1_440);
  const days = random.integer(0, DAYS_MAX);
  const length = random.pick([
    minutes * MINUTE_MS,
    minutes * MINUTE_MS + random.integer(0, MINUTE_MS),
    days * 1_440 * MINUTE_MS,
    days * 1_440 * MINUTE_MS + random.pick([-1, 0, 1, MINUTE_MS]),
  ]);
  const rateMinor = random.next() < 0.05 ? 0 : magnitude(random, 1e8);
  const rateUnit = random.pick(['hour', 'hour', 'day'] as const);
  return {
    rateMinor,
    rateUnit,
    billingStepMinutes: rateUnit === 'day' ? 1 : random.pick([1, 1, 15, 30, 40, 60, 120, 1_440]),
    maxDailyMinor: random.next() < 0.5 ? null : Math.floor(rateMinor * random.next() * 30),
    currency: random.pick(CURRENCIES),
    spaceCount: 1 + random.integer(0, 49),
    startedAt,
    endedAt: new Date(startedAt.getTime() + Math.max(1, length)),
  };
}

/** The same with a tariff of several parts, steps and maxima. */
export function withTariff(random: Random, drawn: Drawn): Drawn {
  const firstDay = Math.floor(drawn.startedAt.getTime() / 86_400_000);
  return { ...drawn, tariff: randomTariff(random, firstDay) };
}

function rateOf(drawn: Drawn): OfferedRate {
  const { tariff } = drawn;
  if (tariff !== undefined)
    return {
      ...{ tariff, conditions: ANYWHERE, rateId: null, rules: [] },
      ...{ rateUnit: 'hour', billingStepMinutes: 1 },
      ...{ rateMinor: firstHourOf(tariff), baseRateMinor: firstHourOf(tariff) },
    };
  const { rateMinor, rateUnit, billingStepMinutes } = drawn;
  const shown = { rateMinor, rateUnit, billingStepMinutes };
  return {
    tariff: plainTariff(drawn),
    conditions: ANYWHERE,
    ...shown,
    ...{ rateId: null, baseRateMinor: rateMinor, rules: [] },
  };
}

export function drawLot(drawn: Drawn): PricedLot & { lotId: string; features: string[] } {
  return {
    features: [],
    lotId: newUuid(),
    now: drawn.startedAt,
    ...ANYWHERE.place,
    currency: drawn.currency,
    scheduledRates: [],
    totalSpaces: 1,
    occupiedSpaces: 0,
    surgePct: null,
    availabilityShown: 'exact',
    tariff: postedTariff(drawn.tariff ?? plainTariff(drawn)),
    rateId: null,
    priceRules: null,
  };
}

export function drawHold(random: Random, drawn: Drawn): Hold {
  const { startedAt, endedAt, currency, spaceCount } = drawn;
  return {
    holdId: newId('hold'),
    code: 'AAAA-AAAA',
    lotId: newUuid(),
    lotName: 'Lot',
    openingHours: null,
    livemode: random.next() < 0.5,
    keyId: newId('key'),
    mandateId: null,
    dispatchId: null,
    fencingToken: 1,
    plate: null,
    shownPlate: null,
    vin: null,
    fleetId: null,
    isAutonomous: false,
    status: 'held',
    spaceCount,
    activatedCount: 0,
    assignedSpace: null,
    startsAt: startedAt,
    endsAt: endedAt,
    expiresAt: endedAt,
    ttlSeconds: 60,
    intent: null,
    parsed: NO_INTENT,
    rate: rateOf(drawn),
    currency,
    sessionId: null,
    createdAt: startedAt,
  };
}

/** A session that has ended and is captured; its expected end may be earlier or later. */
export function drawSession(random: Random, drawn: Drawn): FoundSession {
  const { startedAt, endedAt, currency } = drawn;
  const rate = rateOf(drawn);
  const extendedMinutes = 30 * random.integer(0, 48);
  const expectedEnd = new Date(
    startedAt.getTime() + (1 + random.integer(0, 1_440)) * MINUTE_MS + extendedMinutes * MINUTE_MS,
  );
  const { subtotalMinor } = priceStay(rate.tariff, { startedAt, endedAt }, rate.conditions);
  const plan = random.pick(['pro', 'enterprise'] as const);
  const monthGrossMinor = random.pick([0n, 10n ** 12n]);
  return {
    sessionId: newId('ses'),
    sessionCode: 'AAAA-AAAA',
    lotId: newUuid(),
    livemode: true,
    plate: 'NE4821',
    shownPlate: 'NE 4821',
    vin: null,
    isAutonomous: false,
    fleetId: null,
    creatorOperatorId: newId('op'),
    keyId: newId('key'),
    mandateId: null,
    holdId: null,
    status: 'completed',
    source: 'api',
    agentPlatform: null,
    agentName: null,
    rate,
    currency,
    startedAt,
    expectedEnd,
    endedAt,
    extendedCount: extendedMinutes > 0 ? 1 : 0,
    extendedMinutes,
    estimatedMinor: priceOfStay({ rate, startedAt, expectedEnd, endedAt: null }).subtotalMinor,
    subtotalMinor,
    shortfallMinor: 0,
    ...platformFeeOf({ subtotalMinor, currency, plan, monthGrossMinor }),
    paymentIntentId: 'pi_test',
    paymentStatus: 'captured',
    authorizeBy: null,
    authorizedMinor: null,
    entryInstructions: entryInstructions(null, null, {
      isStaying: true,
      isAuthorized: true,
      livemode: true,
    }),
    openingHours: null,
    metadata: {},
    createdAt: startedAt,
    operatorId: newId('op'),
    plan,
    lotName: 'Lot',
    lotAddress: null,
    now: endedAt,
  };
}

/** Refunds that together are at most the price of the stay; failed refunds do not count. */
export function drawRefunds(random: Random, session: FoundSession): Refund[] {
  const { sessionId, currency, startedAt, subtotalMinor, platformFeeMinor } = session;
  const [paid, fee] = [BigInt(subtotalMinor ?? 0), BigInt(platformFeeMinor ?? 0)];
  let left = subtotalMinor ?? 0;
  let reversed = 0;
  return Array.from({ length: left === 0 ? 0 : random.integer(0, 3) }, () => {
    const status = random.pick(['succeeded', 'pending', 'failed'] as const);
    const amountMinor = random.integer(0, left);
    const refunded = paid - BigInt(left - amountMinor);
    // As the statement that opens a refund: of all that is refunded, less what was reversed before.
    const feeMinor = Number((2n * fee * refunded + paid) / (2n * paid)) - reversed;
    if (status !== 'failed') [left, reversed] = [left - amountMinor, reversed + feeMinor];
    return {
      refundId: newId('re'),
      sessionId,
      status,
      amountMinor,
      feeMinor,
      currency,
      reason: 'test',
      createdAt: startedAt,
      settledAt: null,
    };
  });
}
