import { Type } from 'typebox';
import { badField } from '../../../kit/errors.ts';
import { fromMinor, isCurrency } from '../../../kit/money.ts';
import { nullable } from '../../../kit/web/document/field-types.ts';
import { showTariff } from '../../../tariffs/input/show-tariff.ts';
import { TariffInputShape, TariffShape } from '../../../tariffs/input/tariff-shape.ts';
import { isPosted } from '../../../tariffs/offer-lot-rate.ts';
import {
  BillingStep,
  BillingStepInput,
  DAILY_MAX_INPUT,
  NoDailyMax,
  RateInput,
} from '../../../tariffs/rate-shapes.ts';
import type { PostedTariff } from '../../../tariffs/tariff.ts';
import type { LotField } from './lot-field.ts';

/** The columns of amounts, in minor units of the currency. */
export type AmountColumns = {
  /** null: there is a tariff or, without one, no rate is posted. */
  rateMinor: number | null;
  /** null: there is a plain rate, or none is posted. */
  tariff: PostedTariff | null;
  /** The most that 24 hours can cost; null: no such limit is known. */
  maxDailyMinor: number | null;
  /** A price that cannot be posted; shown where no rate is. null: none. */
  chargeText: string | null;
};

type Amount<Column extends keyof AmountColumns> = Pick<AmountColumns, Column> & {
  currency: string;
};

const inUnits = (minor: number | null, currency: string) =>
  minor === null ? null : fromMinor(minor, currency);

/** What a lot says of its price. */
export const RATE_FIELDS = {
  base_rate: {
    shown: nullable(
      Type.Number({
        description:
          'Currency units; of a tariff the first paid hour on a Wednesday at 10:00. null: none ' +
          'is posted',
      }),
    ),
    columns: ['rateMinor', 'tariff', 'currency'],
    of: ({ rateMinor, tariff, currency }: Amount<'rateMinor' | 'tariff'>) =>
      inUnits(rateMinor ?? tariff?.first_hour_minor ?? null, currency),
    input: nullable(RateInput('What an hour or a day costs, currency units; null: not posted yet')),
    isRate: true,
  },
  rate_unit: {
    shown: Type.Enum(['hour', 'day']),
    input: Type.Enum(['hour', 'day'], { description: 'What base_rate is for; default hour' }),
    isRate: true,
  },
  billing_step_minutes: { shown: BillingStep, input: BillingStepInput, isRate: true },
  currency: {
    shown: Type.String({ description: 'Lowercase ISO 4217' }),
    input: Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: 'ISO 4217; default by the country',
    }),
    read: readCurrency,
  },
  max_daily_rate: {
    shown: nullable(Type.Number({ description: 'Most that 24 hours cost' })),
    columns: ['maxDailyMinor'],
    of: ({ maxDailyMinor, currency }: Amount<'maxDailyMinor'>) => inUnits(maxDailyMinor, currency),
    input: DAILY_MAX_INPUT.max_daily_rate,
    isRate: true,
  },
  tariff: {
    shown: nullable(TariffShape),
    isEventless: true,
    columns: [
      ...['tariff', 'rateMinor', 'rateUnit', 'billingStepMinutes'],
      ...['maxDailyMinor', 'hasNoDailyMax', 'currency'],
    ],
    of: ({ rateMinor, tariff, currency }: Amount<'rateMinor' | 'tariff'>) =>
      rateMinor === null ? tariff && showTariff(tariff, currency) : null,
    input: TariffInputShape,
    isRate: true,
  },
  has_no_daily_max: { shown: NoDailyMax, input: DAILY_MAX_INPUT.has_no_daily_max, isRate: true },
  charge_text: {
    shown: nullable(
      Type.String({
        description: 'A price that cannot be posted as a rate, as its source says it; else null',
      }),
    ),
    columns: ['chargeText'],
    of: (lot: AmountColumns) => (isPosted(lot) ? null : lot.chargeText),
    isInFiles: true,
    initial: { chargeText: null },
  },
} as const satisfies Record<string, LotField>;

function readCurrency(value: string): string {
  const currency = value.toLowerCase();
  if (!isCurrency(currency)) throw badField('currency', 'is not an ISO 4217 currency');
  return currency;
}
