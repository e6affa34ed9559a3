import type { Static } from 'typebox';
import { newId } from '../../../../src/access/ids.ts';
import { readAmount } from '../../../../src/kit/amount.ts';
import { badField } from '../../../../src/kit/errors.ts';
import { RATE_UNITS_MAX } from '../../../../src/kit/money.ts';
import type { NewRate } from '../../../../src/parking/lots/rates/set-rate.ts';
import { type PostedInput, readPosted } from '../../../../src/tariffs/input/read-posted.ts';
import type { TariffInput } from '../../../../src/tariffs/input/read-tariff.ts';
import type { LotPlace } from '../../../../src/tariffs/price/lot-clock.ts';
import {
  DEFAULT_OCCUPANCY_BANDS,
  type OccupancyBand,
  type PriceRule,
  type PriceRules,
  SURGE_MULTIPLIER_PCT_MAX,
} from '../../../../src/tariffs/price-rules.ts';
import type { DynamicInput } from './dynamic-input.ts';
import { nameOf, type StatedTariff, statedTariff } from './stated-tariff.ts';

type Dynamic = Static<typeof DynamicInput>;
type Body = PostedInput & StatedTariff & { dynamic?: Dynamic };

/**
 * Reads the rate of a lot from a body, in minor units of its currency; it is to apply from an
 * instant on. BAD_REQUEST naming the field.
 */
export function readRate(given: Body, lot: LotPlace & { currency: string }, from: Date): NewRate {
  const tariff = statedTariff(given, { currency: lot.currency, place: lot, from });
  const body = { ...given, ...(tariff && { tariff }) };
  if (body.base_rate === undefined && tariff === undefined)
    throw badField('base_rate', 'or tariff is needed');
  const { dynamic } = body;
  const posted = readPosted(body, lot, nameOf(given));
  const priceRules = dynamic === undefined ? null : readDynamic(dynamic, body, lot.currency);
  return { tariff: posted, priceRules };
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
