import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

export const TierSchema = named('FeeTier', {
  above: Type.Integer({
    minimum: 0,
    description: "Whole units of the stay's currency: the month's gross before the stay",
  }),
  percent: Percent('Of what the stay costs, rounded to the minor unit, halves up'),
});

const GrossSchema = named('MonthGross', {
  currency: Type.String(),
  amount: Type.Number({
    minimum: 0,
    description: 'Currency units captured in the month; refunds are not taken off',
  }),
  percent_now: Percent('Of the next stay in this currency'),
});

export const FeesSchema = named(
  'Fees',
  {
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Calendar month (UTC)' }),
    tiers: Type.Array(TierSchema, {
      description:
        'The last tier whose `above` is exceeded applies. Each currency counts alone: amounts ' +
        'are never converted',
    }),
    gross: nullable(
      Type.Array(GrossSchema, {
        description:
          'By currency, in the mode of the key; one that is not listed has none in this month. ' +
          'null: the key has no payouts:read, or is of a fleet',
      }),
    ),
  },
  {
    description:
      "What the platform keeps of the stays on the operator's lots; drivers pay nothing on top",
  },
);
