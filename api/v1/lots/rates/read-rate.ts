import type { Static } from 'typebox';
import { newId } from '../../../../src/access/ids.ts';
import { readAmount } from '../../../../src/kit/amount.ts';
import { badField } from '../../../../src/kit/errors.ts';
import { RATE_UNITS_MAX } from '../../../../src/kit/money.ts';
import type { NewRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import { checkBillingStep } from '../../../../src/tariffs/billing-step.ts';
import { readTariff, type TariffInput } from '../../../../src/tariffs/input/read-tariff.ts';
import { refusePlain } from '../../../../src/tariffs/input/refuse-plain.ts';
import { checkNoDailyMax } from '../../../../src/tariffs/no-daily-max.ts';
import { type PlainRate, shownPlainRate } from '../../../../src/tariffs/plain-rate.ts';
import type { LotPlace } from '../../../../src/tariffs/price/lot-clock.ts';
import {
  DEFAULT_OCCUPANCY_BANDS,
  type OccupancyBand,
  type PriceRule,
  type PriceRules,
  SURGE_MULTIPLIER_PCT_MAX,
} from '../../../../src/tariffs/price-rules.ts';
import type { DynamicInput } from './dynamic-input.ts';

type Dynamic = Static<typeof DynamicInput>;
type Body = {
  base_rate?: number;
  tariff?: TariffInput;
  rate_unit: 'hour' | 'day';
  billing_step_minutes?: number;
  max_daily_rate?: number | null;
  has_no_daily_max?: boolean;
  dynamic?: Dynamic;
};

/**
 * Reads the rate of a lot from a body, in minor units of its currency. BAD_REQUEST naming the
 * field.
 */
export function readRate(body: Body, lot: LotPlace & { currency: string }): NewRate {
  const { currency } = lot;
  const { base_rate, tariff, dynamic } = body;
  const price_rules = dynamic === undefined ? null : readDynamic(dynamic, body, currency);
  if (tariff === undefined) {
    if (base_rate === undefined) throw badField('base_rate', 'or tariff is needed');
    return { ...readPlain({ ...body, base_rate }, currency), tariff: null, price_rules };
  }
  refusePlain(body);
  const read = readTariff(tariff, currency, lot);
  const plain = shownPlainRate(read);
  if (plain === undefined) return { ...NOT_PLAIN, tariff: read, price_rules };
  return { ...toColumns(plain), tariff: null, price_rules };
}

function toColumns(rate: PlainRate) {
  return {
    rate_minor: rate.rateMinor,
    rate_unit: rate.rateUnit,
    billing_step_minutes: rate.billingStepMinutes,
    max_daily_minor: rate.maxDailyMinor,
    has_no_daily_max: rate.hasNoDailyMax ?? false,
  };
}

const NOT_PLAIN = {
  rate_minor: null,
  rate_unit: 'hour' as const,
  billing_step_minutes: 1,
  max_daily_minor: null,
  has_no_daily_max: false,
};

function readPlain(body: Body & { base_rate: number }, currency: string) {
  const { max_daily_rate: maxDaily = null, billing_step_minutes = 1, base_rate } = body;
  const { has_no_daily_max = false, rate_unit } = body;
  checkBillingStep(billing_step_minutes, rate_unit);
  checkNoDailyMax(has_no_daily_max, { base_rate, max_daily_rate: maxDaily });
  return {
    rate_minor: readAmount('base_rate', base_rate, currency, RATE_UNITS_MAX),
    rate_unit,
    billing_step_minutes,
    max_daily_minor: readLimit('max_daily_rate', maxDaily, currency),
    has_no_daily_max,
  };
}

function readDynamic(dynamic: Dynamic, { tariff }: Body, currency: string): PriceRules {
  const { floor_rate: floor = null, ceiling_rate: ceiling = null, parts, maxima } = dynamic;
  checkParts(parts ?? [], tariff);
  if (floor !== null && ceiling !== null && floor > ceiling)
    throw badField('dynamic.ceiling_rate', 'must not be below floor_rate');
  return {
    floor_minor: readLimit('dynamic.floor_rate', floor, currency),
    ceiling_minor: readLimit('dynamic.ceiling_rate', ceiling, currency),
    ...(parts !== undefined && { parts }),
    ...(maxima === 'multiplied' && { maxima }),
    rules: [...readEvents(dynamic), ...readOccupancy(dynamic), ...readSurge(dynamic)],
  };
}

function checkParts(parts: readonly string[], tariff: TariffInput | undefined): void {
  for (const [i, name] of parts.entries())
    if (!tariff?.parts.some((part) => part.name === name))
      throw badField(`dynamic.parts.${i}`, 'must be the name of a part of the tariff');
}

function readLimit(field: string, amount: number | null, currency: string): number | null {
  return amount === null ? null : readAmount(field, amount, currency, RATE_UNITS_MAX);
}

function readEvents({ events = [] }: Dynamic): PriceRule[] {
  return events.map(({ name, starts_at, ends_at, multiplier }, i) => {
    if (new Date(ends_at) <= new Date(starts_at))
      throw badField(`dynamic.events.${i}.ends_at`, 'must be after starts_at');
    const multiplierPct = readPercent(`dynamic.events.${i}.multiplier`, multiplier);
    return {
      id: newId('rule'),
      kind: 'event',
      name,
      starts_at: new Date(starts_at).toISOString(),
      ends_at: new Date(ends_at).toISOString(),
      multiplier_pct: multiplierPct,
    };
  });
}

function readOccupancy({ occupancy }: Dynamic): PriceRule[] {
  if (occupancy === undefined) return [];
  const bands = occupancy.bands?.map(({ from_pct, multiplier }, i): OccupancyBand => {
    const multiplierPct = readPercent(`dynamic.occupancy.bands.${i}.multiplier`, multiplier);
    return { from_pct, multiplier_pct: multiplierPct };
  }) ?? [...DEFAULT_OCCUPANCY_BANDS];
  if (new Set(bands.map((band) => band.from_pct)).size < bands.length)
    throw badField('dynamic.occupancy.bands', 'must each begin at a different from_pct');
  return [{ id: newId('rule'), kind: 'occupancy', bands }];
}

function readSurge({ surge }: Dynamic): PriceRule[] {
  if (surge === undefined) return [];
  const { max_multiplier = SURGE_MULTIPLIER_PCT_MAX / 100 } = surge;
  const maxMultiplierPct = readPercent('dynamic.surge.max_multiplier', max_multiplier);
  return [{ id: newId('rule'), kind: 'surge', max_multiplier_pct: maxMultiplierPct }];
}

/** A multiplier as a percentage: 1.25 -> 125. */
function readPercent(field: string, multiplier: number): number {
  const percent = Math.round(multiplier * 100);
  if (percent / 100 !== multiplier) throw badField(field, 'must have at most two decimals');
  return percent;
}
