import { minutesInDay } from 'date-fns/constants';
import { Type } from 'typebox';
import { VEHICLE_KINDS } from '../../kit/vehicle-kinds.ts';
import { nullable } from '../../kit/web/document/field-types.ts';
import { named } from '../../kit/web/document/named.ts';
import { RateInput } from '../rate-shapes.ts';
import { DAYS, MAXIMUM_PERIODS } from '../tariff.ts';

/** As many flat prices can be due within a day as a price for each of its hours. */
export const PARTS_MAX = 24;
const STEPS_MAX = 50;
const DATES_MAX = 50;
const NAME_LENGTH_MAX = 60;
/** Until a stay begins to cost something, or what it pays at least: a week. */
const FREE_MINUTES_MAX = 7 * minutesInDay;
/** The longest time that a step's price is for: some two months. */
const STEP_MINUTES_MAX = 62 * minutesInDay;

const Minutes = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, description });

/** Of the names of parts of the document: those of answers and of requests differ. */
type Suffix = '' | 'Input';

const When = (suffix: Suffix) =>
  named(
    `TariffWhen${suffix}`,
    {
      days: Type.Optional(
        Type.Array(Type.Enum(DAYS), {
          minItems: 1,
          uniqueItems: true,
          description:
            'Days on which it holds, or on which its hours begin; a holiday is a public one of ' +
            "the lot's country and state, and is a day of the week, too",
        }),
      ),
      from: Type.Optional(
        Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Local time: 08:00' }),
      ),
      to: Type.Optional(
        Type.String({
          pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
          description: 'Local time; not after from: on the next day. Needs from',
        }),
      ),
      dates: Type.Optional(
        Type.Array(
          Type.String({
            description: 'A local date, or the first and the last: 2026-06-01/2026-09-15',
          }),
          { minItems: 1, maxItems: DATES_MAX, description: 'Days on which it holds' },
        ),
      ),
      vehicle_kinds: Type.Optional(
        Type.Array(Type.Enum(VEHICLE_KINDS), {
          minItems: 1,
          uniqueItems: true,
          description: 'Only where the kind of the vehicle is known',
        }),
      ),
    },
    { description: 'When a part holds: all that is named must fit. Left out: always' },
  );

const Step = (suffix: Suffix) =>
  named(`TariffStep${suffix}`, {
    from_minutes: Type.Integer({
      minimum: 0,
      maximum: STEP_MINUTES_MAX,
      description: 'Minutes since the stay began; 0 in the first step, then more each time',
    }),
    price: RateInput('For so many minutes as per_minutes says; currency units'),
    per_minutes: Minutes(STEP_MINUTES_MAX, 'Minutes that price is for'),
    billing_step_minutes: Type.Optional(
      Minutes(
        STEP_MINUTES_MAX,
        'Paid by started steps of so many minutes; default per_minutes: each started one',
      ),
    ),
  });

const Part = (suffix: Suffix) =>
  named(`TariffPart${suffix}`, {
    name: Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, description: 'In each line' }),
    when: Type.Optional(When(suffix)),
    steps: Type.Optional(
      Type.Array(Step(suffix), {
        minItems: 1,
        maxItems: STEPS_MAX,
        description: 'Prices by the time since the stay began. Either steps or flat',
      }),
    ),
    flat: Type.Optional(
      RateInput('Currency units, for each time that the part holds within the stay'),
    ),
    max: Type.Optional(RateInput('Most that each time costs that the part holds, currency units')),
  });

const Maximum = (suffix: Suffix) =>
  named(`TariffMaximum${suffix}`, {
    amount: RateInput('Most that it costs, currency units'),
    per: Type.Enum(MAXIMUM_PERIODS, {
      description:
        'The whole stay, a local day, or each 24 hours, 7 times 24 hours or month since it began',
    }),
  });

const Tariff = (suffix: Suffix) =>
  named(
    `Tariff${suffix}`,
    {
      parts: Type.Array(Part(suffix), {
        minItems: 1,
        maxItems: PARTS_MAX,
        description: 'The first that holds at a minute prices it',
      }),
      otherwise: Type.Optional(
        Type.Literal('not_for_sale', {
          description:
            'Needed where no part holds at some minute of the week: there is no stay then',
        }),
      ),
      minimum_minutes: Type.Optional(
        Minutes(FREE_MINUTES_MAX, 'So many minutes are paid at least'),
      ),
      free_minutes: Type.Optional(
        Minutes(
          FREE_MINUTES_MAX,
          'A stay of at most so many minutes costs nothing; a longer one pays for all',
        ),
      ),
      free_is_deducted: Type.Optional(
        Type.Boolean({ description: 'true: a longer stay does not pay for free_minutes either' }),
      ),
      summary: Type.Optional(
        Type.Array(Type.String(), {
          description: 'In words, a line per part, then what holds for all; requests need none',
        }),
      ),
      maxima: Type.Optional(
        nullable(
          Type.Array(Maximum(suffix), {
            maxItems: MAXIMUM_PERIODS.length,
            description: '[]: there is none; null: not known whether there is any',
          }),
        ),
      ),
    },
    { description: 'Prices by hours, days and the length of the stay, in currency units' },
  );

/** A tariff in answers, in currency units. */
export const TariffShape = Tariff('');
/** The same in requests. */
export const TariffInputShape = Tariff('Input');
