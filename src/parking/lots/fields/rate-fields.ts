import { Type } from 'typebox';
import { badField } from '../../../kit/errors.ts';
import { fromMinor, isCurrency } from '../../../kit/money.ts';
import { nullable } from '../../../kit/web/document/field-types.ts';
import { showTariff } from '../../../tariffs/input/show-tariff.ts';
import { TariffInputShape, TariffShape } from '../../../tariffs/input/tariff-shape.ts';
import { shownRate } from '../../../tariffs/posted-tariff.ts';
import {
  BillingStep,
  BillingStepInput,
  DAILY_MAX_INPUT,
  NoDailyMax,
  RateInput,
} from '../../../tariffs/rate-shapes.ts';
import type { PostedTariff } from '../../../tariffs/tariff.ts';
import type { LotField } from './lot-field.ts';

/** The columns of the price. */
export type AmountColumns = {
  /** null: nothing is posted. */
  tariff: PostedTariff | null;
  /** A price that cannot be posted; shown where no rate is. null: none. */
  chargeText: string | null;
};

type Posted = Pick<AmountColumns, 'tariff'> & { currency: string };

/** What `base_rate` or `tariff` decides: all of what is posted. See `postedColumns`. */
const POSTED = [
  ...['tariff', 'rateMinor', 'rateUnit', 'billingStepMinutes', 'maxDailyMinor', 'hasNoDailyMax'],
  'currency',
];

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
    columns: POSTED,
    of: ({ tariff, currency }: Posted) => inUnits(shownRate(tariff).rateMinor, currency),
    input: nullable(RateInput('What an hour or a day costs, currency units; null: not posted yet')),
    isRate: true,
  },
  rate_unit: {
    shown: Type.Enum(['hour', 'day']),
    columns: [],
    of: ({ tariff }: Posted) => shownRate(tariff).rateUnit,
    input: Type.Enum(['hour', 'day'], { description: 'What base_rate is for; default hour' }),
    isRate: true,
  },
  billing_step_minutes: {
    shown: BillingStep,
    columns: [],
    of: ({ tariff }: Posted) => shownRate(tariff).billingStepMinutes,
    input: BillingStepInput,
    isRate: true,
  },
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
    columns: [],
    of: ({ tariff, currency }: Posted) => inUnits(shownRate(tariff).maxDailyMinor, currency),
    input: DAILY_MAX_INPUT.max_daily_rate,
    isRate: true,
  },
  tariff: {
    shown: nullable(TariffShape),
    isEventless: true,
    columns: POSTED,
    of: ({ tariff, currency }: Posted) =>
      tariff === null || tariff.plain ? null : showTariff(tariff, currency),
    input: TariffInputShape,
    isRate: true,
  },
  has_no_daily_max: {
    shown: NoDailyMax,
    columns: [],
    of: ({ tariff }: Posted) => shownRate(tariff).hasNoDailyMax,
    input: DAILY_MAX_INPUT.has_no_daily_max,
    isRate: true,
  },
  charge_text: {
    shown: nullable(
      Type.String({
        description: 'A price that cannot be posted as a rate, as its source says it; else null',
      }),
    ),
    columns: ['chargeText'],
    of: (lot: AmountColumns) => (lot.tariff === null ? lot.chargeText : null),
    isInFiles: true,
    initial: { chargeText: null },
  },
} as const satisfies Record<string, LotField>;

function readCurrency(value: string): string {
  const currency = value.toLowerCase();
  if (!isCurrency(currency)) throw badField('currency', 'is not an ISO 4217 currency');
  return currency;
}
