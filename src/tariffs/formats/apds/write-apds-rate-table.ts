import { minutesInDay } from 'date-fns/constants';
import { fromMinor } from '../../../kit/money.ts';
import type { Tariff, TariffPart } from '../../tariff.ts';
import { type Band, bandsOf, deductedMinutes, flatCost } from '../bands.ts';
import { costOf } from '../least-cost.ts';
import type { LeftOut } from '../left-out.ts';
import type { ApdsCollection, ApdsLine, ApdsRateTable } from './apds-shape.ts';
import { RESETS, showDuration } from './durations.ts';
import { maximaOf, resetOf, unsaid } from './unsaid.ts';
import { stepValue } from './values.ts';

/** What a RateTable says beside prices. */
export type ApdsAbout = {
  id: string;
  version: number;
  /** In English. */
  name: string;
  currency: string;
  /** From when on it holds. */
  validFrom: Date;
  availability?: 'public' | 'restricted' | 'private';
};

/**
 * A tariff as a RateTable of APDS 4, with amounts that are paid, tax included. Only where nothing
 * is left out does each stay cost the same by it. null: no part can be said.
 */
export function writeApdsRateTable(
  tariff: Tariff,
  about: ApdsAbout,
): { rateTable: ApdsRateTable | null; leftOut: LeftOut[] } {
  const leftOut = unsaid(tariff, about.currency);
  const part = tariff.parts.find(({ when }) => when === undefined);
  if (part === undefined || leftOut.some((one) => one.part === part.name))
    return { rateTable: null, leftOut };
  const alone = { ...tariff, parts: [part] };
  const { availability } = about;
  const since = about.validFrom.toISOString();
  const collection = collectionOf(alone, part, about.currency);
  const [step] = part.steps ?? [];
  const isDaily = step?.per_minutes === minutesInDay && step.billing_step_minutes === undefined;
  const rateTable: ApdsRateTable = {
    id: about.id,
    version: about.version,
    rateTableName: [{ language: 'en', string: about.name }],
    ...(step && { rateType: isDaily ? 'daily' : 'hourly' }),
    validityStart: since,
    activeTimes: [showDuration(minutesInDay)],
    ...(availability !== undefined && { availability }),
    rateLineCollections: [{ ...collection, validStart: since }],
  };
  return { rateTable, leftOut };
}

function collectionOf(tariff: Tariff, part: TariffPart, currency: string): ApdsCollection {
  const [maximum] = maximaOf(tariff, part);
  const reset = resetOf(tariff, part);
  const isLeast = tariff.minimum_minutes !== undefined && tariff.free_minutes === undefined;
  const least = isLeast && reset === 'stay' ? costOf(tariff, 1) : 0;
  return {
    applicableCurrency: currency.toUpperCase(),
    collectionSequence: 1,
    minTime: showDuration(0),
    maxTime: reset === 'calendar_day' ? showDuration(minutesInDay) : RESETS[reset],
    ...(least > 0 && { minValueCollection: fromMinor(least, currency) }),
    ...(maximum && { maxValueCollection: fromMinor(maximum.amount_minor, currency) }),
    relativeTimes: true,
    resetTime: RESETS[reset],
    taxIncluded: true,
    rateLines: linesOf(tariff, part, currency),
  };
}

function linesOf(tariff: Tariff, part: TariffPart, currency: string): ApdsLine[] {
  const flat = flatCost(tariff, part);
  if (flat !== undefined)
    return [{ rateLineType: 'flatRate', sequence: 1, value: fromMinor(flat, currency) }];
  const free = deductedMinutes(tariff);
  const bands = [...(free > 0 ? [freeUntil(free)] : []), ...bandsOf(tariff, part)];
  return bands.map((band, i) => {
    const { fromMinute, untilMinute, stepMinutes } = band;
    const value = stepValue(band, currency);
    if (value === undefined) throw new Error('a part that cannot be said is left out');
    return {
      rateLineType: 'incrementingRate',
      sequence: i + 1,
      ...(bands.length > 1 && { durationStart: showDuration(fromMinute) }),
      ...(untilMinute !== Infinity && { durationEnd: showDuration(untilMinute) }),
      incrementPeriod: showDuration(stepMinutes),
      value,
    };
  });
}

function freeUntil(untilMinute: number): Band {
  const price = { priceMinor: 0, perMinutes: 1, stepMinutes: untilMinute };
  return { fromMinute: 0, untilMinute, ...price };
}
