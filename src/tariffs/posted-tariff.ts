import { referencePrices } from './compare/reference-price.ts';
import { firstHourOf, usualPart } from './first-hour.ts';
import { type PlainRate, plainTariff, shownPlainRate } from './plain-rate.ts';
import type { PostedTariff, Tariff } from './tariff.ts';

/** The tariff as the row of a lot stores it. The database's plain_tariff() makes plain ones. */
export function postedTariff(tariff: Tariff): PostedTariff {
  const rate = shownPlainRate(tariff);
  if (rate === undefined) {
    const reference = { ...referencePrices(tariff), part: usualPart(tariff).name };
    return { first_hour_minor: firstHourOf(tariff), reference, ...tariff };
  }
  const plain = {
    rate_unit: rate.rateUnit,
    billing_step_minutes: rate.billingStepMinutes,
    max_daily_minor: rate.maxDailyMinor,
    has_no_daily_max: rate.hasNoDailyMax ?? false,
  };
  return { first_hour_minor: rate.rateMinor, plain, ...tariff };
}

/** The tariff without what is shown and compared of it. */
export function termsOf(posted: PostedTariff): Tariff {
  const { first_hour_minor: _first, plain: _plain, reference: _reference, ...terms } = posted;
  return terms;
}

/** The plain rate that is posted; undefined: the tariff is none. */
export function plainRateIn({
  first_hour_minor: rateMinor,
  plain,
}: PostedTariff): Required<PlainRate> | undefined {
  return (
    plain && {
      rateMinor,
      rateUnit: plain.rate_unit,
      billingStepMinutes: plain.billing_step_minutes,
      maxDailyMinor: plain.max_daily_minor,
      hasNoDailyMax: plain.has_no_daily_max,
    }
  );
}

/**
 * A plain rate with what a stored one says of these members in place of their defaults. Neither is
 * changed where one of them is no plain rate.
 */
export function keepUnstated(
  posted: PostedTariff,
  stored: PostedTariff,
  unstated: readonly (keyof PlainRate)[],
): PostedTariff {
  const [rate, known] = [plainRateIn(posted), plainRateIn(stored)];
  if (rate === undefined || known === undefined) return posted;
  const kept = Object.fromEntries(unstated.map((name) => [name, known[name]]));
  return postedTariff(plainTariff({ ...rate, ...kept }));
}

/** What members for one price show. */
export type ShownRate = Required<Omit<PlainRate, 'rateMinor'>> & {
  /** null: none is posted. */
  rateMinor: number | null;
};

/** What members for one price show of what is posted: of a tariff its first paid hour. */
export function shownRate(posted: PostedTariff | null): ShownRate {
  const rate = posted && plainRateIn(posted);
  return rate ?? { ...UNSAID, rateMinor: posted?.first_hour_minor ?? null };
}

const UNSAID = {
  rateUnit: 'hour',
  billingStepMinutes: 1,
  maxDailyMinor: null,
  hasNoDailyMax: false,
} as const;

/**
 * The columns of what a lot posts. All but `tariff` are for processes of the version before, which
 * read no others of a plain rate: they are written and not read, and go with the next version.
 */
export function postedColumns(tariff: PostedTariff | null) {
  return { ...plainColumns(tariff), tariff };
}

/** The plain rate that is posted; `rateMinor` null: none. */
export function plainColumns(tariff: PostedTariff | null): ShownRate {
  return (tariff && plainRateIn(tariff)) ?? { ...UNSAID, rateMinor: null };
}
