import type { Tariff, TariffPart } from '../../../../src/tariffs/tariff.ts';

const hourly = (cents: number, step = 60): TariffPart => ({
  name: 'rate',
  steps: [{ from_minutes: 0, price_minor: cents, per_minutes: 60, billing_step_minutes: step }],
});
const free = (name = 'free'): TariffPart => ({ name, flat_minor: 0 });
const only = (part: TariffPart, more: Partial<Tariff> = {}): Tariff => ({
  ...{ parts: [part], maxima: null },
  ...more,
});
const WORKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

/** As they stand on signs, and what each standard cannot say of them: see `leftOut`. */
export const REALISTIC: { name: string; tariff: Tariff; ocpi: string[]; apds: string[] }[] = [
  { name: '2.00 an hour by started hours', tariff: only(hourly(200)), ocpi: [], apds: [] },
  { name: '2.00 an hour by the minute', tariff: only(hourly(200, 1)), ocpi: [], apds: [] },
  { name: '1.20 an hour by half hours', tariff: only(hourly(120, 30)), ocpi: [], apds: [] },
  { name: '3.00 an hour by 12 minutes', tariff: only(hourly(300, 12)), ocpi: [], apds: [] },
  {
    name: '2.00 an hour, at most 15.00 in 24 hours',
    tariff: only(hourly(200), { maxima: [{ amount_minor: 1_500, per: '24h' }] }),
    ...{ ocpi: ['maximum per 24h'], apds: [] },
  },
  {
    name: '2.00 an hour, at most 15.00 a day',
    tariff: only(hourly(200, 1), { maxima: [{ amount_minor: 1_500, per: 'calendar_day' }] }),
    ...{ ocpi: ['maximum per calendar day'], apds: [] },
  },
  {
    name: '2.00 an hour, at most 60.00 a stay',
    tariff: only(hourly(200), { maxima: [{ amount_minor: 6_000, per: 'stay' }] }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: '2.00 an hour, at most 15.00 a day and 60.00 a week',
    tariff: only(hourly(200), {
      maxima: [
        { amount_minor: 1_500, per: '24h' },
        { amount_minor: 6_000, per: 'week' },
      ],
    }),
    ...{ ocpi: ['maximum per 24h', 'maximum per week'], apds: ['more than one maximum'] },
  },
  { name: 'free', tariff: only(free()), ocpi: [], apds: [] },
  { name: '5.00 a stay', tariff: only({ name: 'ticket', flat_minor: 500 }), ocpi: [], apds: [] },
  {
    name: '12.00 a started day',
    tariff: only({
      name: 'day ticket',
      steps: [{ from_minutes: 0, price_minor: 1_200, per_minutes: 1_440 }],
    }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: '10.00 a started day, no whole amount an hour',
    tariff: only({
      name: 'day ticket',
      steps: [{ from_minutes: 0, price_minor: 1_000, per_minutes: 1_440 }],
    }),
    ...{ ocpi: ['more than 4 decimals'], apds: [] },
  },
  {
    name: 'the first hour 1.00, then 1.50 for each half hour',
    tariff: only({
      name: 'rate',
      steps: [
        { from_minutes: 0, price_minor: 100, per_minutes: 60 },
        { from_minutes: 60, price_minor: 150, per_minutes: 30 },
      ],
    }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: '3.00 for two hours, then 2.00 an hour by 15 minutes, at most 40.00',
    tariff: only(
      {
        name: 'rate',
        steps: [
          { from_minutes: 0, price_minor: 300, per_minutes: 120 },
          { from_minutes: 120, price_minor: 200, per_minutes: 60, billing_step_minutes: 15 },
        ],
      },
      { maxima: [{ amount_minor: 4_000, per: 'stay' }] },
    ),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: 'the first 90 minutes 1.50, then 2.00 an hour',
    tariff: only({
      name: 'rate',
      steps: [
        { from_minutes: 0, price_minor: 150, per_minutes: 90 },
        { from_minutes: 90, price_minor: 200, per_minutes: 60 },
      ],
    }),
    ...{ ocpi: ['started step'], apds: [] },
  },
  {
    name: 'the first 30 minutes free, then 2.00 an hour by half hours',
    tariff: only(hourly(200, 30), { free_minutes: 30, free_is_deducted: true }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: 'the first 20 minutes free, then 2.00 an hour',
    tariff: only(hourly(200), { free_minutes: 20, free_is_deducted: true }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: 'free up to 15 minutes, a longer stay pays for all',
    tariff: only(hourly(200), { free_minutes: 15 }),
    ...{ ocpi: ['stay that is free'], apds: ['stay that is free'] },
  },
  {
    name: '2.00 an hour by the minute, at least an hour',
    tariff: only(hourly(200, 1), { minimum_minutes: 60 }),
    ...{ ocpi: [], apds: [] },
  },
  {
    name: '2.00 an hour by day, 1.00 at night',
    tariff: {
      parts: [
        { ...hourly(200, 1), name: 'day', when: { from_minute: 480, to_minute: 1_200 } },
        { ...hourly(100, 1), name: 'night' },
      ],
      maxima: null,
    },
    ...{ ocpi: [], apds: ['when it holds'] },
  },
  {
    name: 'workdays from 8 to 18 1.80 an hour, otherwise free, at most 30.00',
    tariff: {
      parts: [
        {
          ...{ ...hourly(180, 1), name: 'day' },
          when: { days: [...WORKDAYS], from_minute: 480, to_minute: 1_080 },
        },
        free(),
      ],
      maxima: [{ amount_minor: 3_000, per: 'stay' }],
    },
    ...{ ocpi: [], apds: ['when it holds'] },
  },
  {
    name: 'workdays from 8 to 18 1.80 an hour by started hours, otherwise free',
    tariff: {
      parts: [
        {
          ...{ ...hourly(180), name: 'day' },
          when: { days: [...WORKDAYS], from_minute: 480, to_minute: 1_080 },
        },
        free(),
      ],
      maxima: null,
    },
    ...{ ocpi: ['started step'], apds: ['when it holds'] },
  },
  {
    name: 'Friday and Saturday nights 3.00 an hour, otherwise 2.00, the first 30 minutes free',
    tariff: {
      parts: [
        {
          ...{ ...hourly(300, 1), name: 'night' },
          when: { days: ['fri', 'sat'], from_minute: 1_200, to_minute: 240 },
        },
        { ...hourly(200, 1), name: 'otherwise' },
      ],
      ...{ maxima: null, free_minutes: 30, free_is_deducted: true },
    },
    ...{ ocpi: [], apds: ['when it holds'] },
  },
  {
    name: 'in two summers 2.50 an hour, the second hour 1.00, otherwise free',
    tariff: {
      parts: [
        {
          name: 'summer',
          when: { dates: [20_604, 20_980].map((first) => ({ first, last: first + 91 })) },
          steps: [
            { from_minutes: 0, price_minor: 250, per_minutes: 60, billing_step_minutes: 1 },
            { from_minutes: 60, price_minor: 100, per_minutes: 60, billing_step_minutes: 1 },
          ],
        },
        free(),
      ],
      maxima: null,
    },
    ...{ ocpi: [], apds: ['when it holds'] },
  },
  {
    name: 'free on public holidays, otherwise 2.00 an hour, motorcycles 1.00',
    tariff: {
      parts: [
        { ...free('holidays'), when: { days: ['holiday'] } },
        { ...hourly(100, 1), name: 'motorcycles', when: { vehicle_kinds: ['motorcycle'] } },
        { ...hourly(200, 1), name: 'others' },
      ],
      maxima: null,
    },
    ...{ ocpi: ['public holidays', 'kinds of vehicles'], apds: ['when it holds', 'when it holds'] },
  },
  {
    name: '5.00 an evening, otherwise 2.00 an hour and at most 10.00',
    tariff: {
      parts: [
        { name: 'evening', flat_minor: 500, when: { from_minute: 1_080, to_minute: 0 } },
        { ...hourly(200, 1), name: 'day', max_minor: 1_000 },
      ],
      maxima: null,
    },
    ...{ ocpi: ['a flat price', 'a maximum for each time'], apds: ['when it holds'] },
  },
];
