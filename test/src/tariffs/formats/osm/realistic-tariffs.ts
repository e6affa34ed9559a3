import { minutesInDay, minutesInHour } from 'date-fns/constants';
import type { Day, Step, Tariff, TariffPart, When } from '../../../../../src/tariffs/tariff.ts';

type Case = { name: string; tariff: Tariff; tags: Record<string, string> };

const WORKDAYS: Day[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const SATURDAY: Day[] = ['sat'];
const WEEKEND: Day[] = ['sat', 'sun'];
const SUNDAY: Day[] = ['sun', 'holiday'];

/** `hours('08:00-18:00', WORKDAYS)` */
function hours(times: string, days?: Day[]): When {
  const [from_minute = 0, to = 0] = times.split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * minutesInHour + minute;
  });
  return { ...(days && { days }), from_minute, to_minute: to % minutesInDay };
}

/** Cents for so many minutes, by started steps of `billed`. */
function step(price_minor: number, per_minutes: number, billed = per_minutes): Step {
  return { from_minutes: 0, price_minor, per_minutes, billing_step_minutes: billed };
}

const at = (name: string, when: When, ...steps: Step[]): TariffPart => ({ name, when, steps });
const always = (name: string, ...steps: Step[]): TariffPart => ({ name, steps });
const free = (name: string, when: When): TariffPart => ({ name, when, flat_minor: 0 });
const FREE: TariffPart = { name: 'free', flat_minor: 0 };
const NO_MAX = { maxima: null };
const aDay = (amount_minor: number): Tariff['maxima'] => [{ amount_minor, per: '24h' }];

/** As signs and web sites of car parks have them; written whole. */
export const SAID: Case[] = [
  {
    name: 'one price by the minute',
    tariff: { parts: [always('a', step(200, 60, 1))], ...NO_MAX },
    tags: { fee: 'yes', charge: '2.00 EUR/hour' },
  },
  {
    name: 'started half hours',
    tariff: { parts: [always('a', step(100, 30))], ...NO_MAX },
    tags: { fee: 'yes', charge: '1.00 EUR/30 minutes' },
  },
  {
    name: 'started hours with a maximum',
    tariff: { parts: [always('a', step(250, 60))], maxima: aDay(1_500) },
    tags: { fee: 'yes', charge: '2.50 EUR/60 minutes', 'charge:max': '15.00 EUR/day' },
  },
  {
    name: 'days',
    tariff: { parts: [always('a', step(800, minutesInDay))], ...NO_MAX },
    tags: { fee: 'yes', charge: '8.00 EUR/day' },
  },
  {
    name: 'started two hours',
    tariff: { parts: [always('a', step(300, 120))], ...NO_MAX },
    tags: { fee: 'yes', charge: '3.00 EUR/2 hours' },
  },
  {
    name: 'free',
    tariff: { parts: [always('a', step(0, 60))], ...NO_MAX },
    tags: { fee: 'no' },
  },
  {
    name: 'free with limits that nobody meets',
    tariff: { parts: [FREE], maxima: [{ per: 'stay', amount_minor: 100 }], minimum_minutes: 30 },
    tags: { fee: 'no' },
  },
  {
    name: 'free on Sundays and holidays',
    tariff: { parts: [free('sun', { days: SUNDAY }), always('a', step(100, 30))], ...NO_MAX },
    tags: { fee: 'yes', charge: '1.00 EUR/30 minutes', 'fee:conditional': 'no @ (Su,PH)' },
  },
  {
    name: 'workdays by day',
    tariff: { parts: [at('a', hours('08:00-18:00', WORKDAYS), step(200, 60, 1)), FREE], ...NO_MAX },
    tags: {
      fee: 'no',
      charge: '2.00 EUR/hour',
      'fee:conditional': 'yes @ (Mo-Fr 08:00-18:00)',
    },
  },
  {
    name: 'workdays and Saturdays by day',
    tariff: {
      parts: [
        at('sat', hours('09:00-13:00', SATURDAY), step(50, 30)),
        at('a', hours('09:00-19:00', WORKDAYS), step(50, 30)),
        FREE,
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'no',
      charge: '0.50 EUR/30 minutes',
      'fee:conditional': 'yes @ (Mo-Fr 09:00-19:00; Sa 09:00-13:00)',
    },
  },
  {
    name: 'the same, but not on holidays',
    tariff: {
      parts: [
        free('ph', { days: ['holiday'] }),
        at('sat', hours('09:00-13:00', SATURDAY), step(50, 30)),
        at('a', hours('09:00-19:00', WORKDAYS), step(50, 30)),
        FREE,
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'no',
      charge: '0.50 EUR/30 minutes',
      'fee:conditional': 'yes @ (Mo-Fr 09:00-19:00; Sa 09:00-13:00); no @ (PH)',
    },
  },
  {
    name: 'day and night',
    tariff: {
      parts: [at('night', hours('20:00-08:00'), step(100, 60)), always('day', step(100, 30))],
      maxima: aDay(2_000),
    },
    tags: {
      fee: 'yes',
      charge: '1.00 EUR/30 minutes',
      'charge:conditional': '1.00 EUR/60 minutes @ (20:00-08:00)',
      'charge:max': '20.00 EUR/day',
    },
  },
  {
    name: 'day and night, each with its hours',
    tariff: {
      parts: [
        at('day', hours('07:00-19:00'), step(240, 60, 1)),
        at('night', hours('19:00-07:00'), step(120, 60, 1)),
      ],
      maxima: [],
    },
    tags: {
      fee: 'yes',
      'charge:conditional': '1.20 EUR/hour @ (19:00-07:00); 2.40 EUR/hour @ (07:00-19:00)',
    },
  },
  {
    name: 'free at night',
    tariff: { parts: [free('night', hours('20:00-08:00')), always('a', step(150, 60))], ...NO_MAX },
    tags: {
      fee: 'yes',
      charge: '1.50 EUR/60 minutes',
      'fee:conditional': 'no @ (20:00-08:00)',
    },
  },
  {
    name: 'free at night, on Sundays and holidays',
    tariff: {
      parts: [
        free('sun', { days: SUNDAY }),
        free('night', hours('19:00-09:00')),
        always('a', step(60, 20)),
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'yes',
      charge: '0.60 EUR/20 minutes',
      'fee:conditional': 'no @ (19:00-09:00); no @ (Su,PH)',
    },
  },
  {
    name: 'weekends',
    tariff: {
      parts: [at('a', { days: WEEKEND }, step(100, 60, 1)), always('b', step(200, 60, 1))],
      ...NO_MAX,
    },
    tags: {
      fee: 'yes',
      charge: '2.00 EUR/hour',
      'charge:conditional': '1.00 EUR/hour @ (Sa,Su)',
    },
  },
  {
    name: 'weekends with holidays',
    tariff: {
      parts: [
        at('a', { days: [...WEEKEND, 'holiday'] }, step(100, 60, 1)),
        always('b', step(200, 60, 1)),
      ],
      maxima: aDay(1_200),
    },
    tags: {
      fee: 'yes',
      charge: '2.00 EUR/hour',
      'charge:conditional': '1.00 EUR/hour @ (Sa,Su,PH)',
      'charge:max': '12.00 EUR/day',
    },
  },
  {
    name: 'Saturdays have a price of their own, Sundays none',
    tariff: {
      parts: [
        free('sun', { days: SUNDAY }),
        at('sat', { days: SATURDAY }, step(150, 60)),
        always('a', step(300, 60)),
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'yes',
      charge: '3.00 EUR/60 minutes',
      'charge:conditional': '1.50 EUR/60 minutes @ (Sa)',
      'fee:conditional': 'no @ (Su,PH)',
    },
  },
  {
    name: 'two prices by day, nothing at night',
    tariff: {
      parts: [
        at('sat', hours('10:00-16:00', SATURDAY), step(100, 60)),
        at('a', hours('08:00-18:00', WORKDAYS), step(200, 60)),
        FREE,
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'no',
      'charge:conditional':
        '2.00 EUR/60 minutes @ (Mo-Fr 08:00-18:00); 1.00 EUR/60 minutes @ (Sa 10:00-16:00)',
      'fee:conditional': 'yes @ (Mo-Fr 08:00-18:00; Sa 10:00-16:00)',
    },
  },
  {
    name: 'free at lunch within the hours',
    tariff: {
      parts: [
        free('lunch', hours('12:00-14:00')),
        at('a', hours('08:00-18:00'), step(100, 60)),
        FREE,
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'no',
      charge: '1.00 EUR/60 minutes',
      'fee:conditional': 'yes @ (08:00-18:00); no @ (12:00-14:00)',
    },
  },
  {
    name: 'a concert evening',
    tariff: {
      parts: [
        at('evening', hours('18:00-24:00', ['fri', 'sat']), step(500, 60)),
        always('a', step(200, 60)),
      ],
      ...NO_MAX,
    },
    tags: {
      fee: 'yes',
      charge: '2.00 EUR/60 minutes',
      'charge:conditional': '5.00 EUR/60 minutes @ (Fr,Sa 18:00-24:00)',
    },
  },
];

const FREE_NIGHT = { fee: 'yes', 'fee:conditional': 'no @ (20:00-08:00)' };
const HOURLY = always('a', step(200, 60));

/** What no tag says exactly; `parts` are those that are left out. */
export const UNSAID: (Case & { parts: (string | null)[] })[] = [
  {
    name: 'steps',
    tariff: {
      parts: [
        free('night', hours('20:00-08:00')),
        { name: 'day', steps: [step(100, 30), { ...step(120, 60), from_minutes: 60 }] },
      ],
      ...NO_MAX,
    },
    tags: FREE_NIGHT,
    parts: ['day'],
  },
  {
    name: 'a flat night',
    tariff: {
      parts: [{ name: 'night', when: hours('18:00-08:00'), flat_minor: 500 }, HOURLY],
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: ['night'],
  },
  {
    name: 'a maximum for each night',
    tariff: {
      parts: [{ ...at('night', hours('18:00-08:00'), step(100, 60)), max_minor: 400 }, HOURLY],
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: ['night'],
  },
  {
    name: 'free minutes, a minimum and maxima',
    tariff: {
      parts: [HOURLY],
      free_minutes: 30,
      minimum_minutes: 60,
      maxima: [...(aDay(1_000) ?? []), { per: 'calendar_day', amount_minor: 900 }],
    },
    tags: { fee: 'yes' },
    parts: [null, null, null],
  },
  {
    name: 'deducted free minutes',
    tariff: { parts: [HOURLY], free_minutes: 30, free_is_deducted: true, ...NO_MAX },
    tags: { fee: 'yes' },
    parts: [null],
  },
  {
    name: 'not for sale at night',
    tariff: {
      parts: [at('day', hours('08:00-18:00'), step(100, 60))],
      otherwise: 'not_for_sale',
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: [null],
  },
  {
    name: 'dates and kinds of vehicles',
    tariff: {
      parts: [
        at('summer', { dates: [{ first: 20_600, last: 20_700 }] }, step(400, 60)),
        at('trucks', { vehicle_kinds: ['truck'] }, step(600, 60)),
        HOURLY,
      ],
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: ['summer', 'trucks'],
  },
  {
    name: 'a night that is free by started hours',
    tariff: { parts: [at('night', hours('20:00-08:00'), step(0, 60)), HOURLY], ...NO_MAX },
    tags: FREE_NIGHT,
    parts: ['night'],
  },
  {
    name: 'a day price on weekends',
    tariff: { parts: [at('a', { days: WEEKEND }, step(500, minutesInDay)), HOURLY], ...NO_MAX },
    tags: { fee: 'yes' },
    parts: ['a'],
  },
  {
    name: 'an hour without a whole amount',
    tariff: { parts: [always('a', step(100, 45))], ...NO_MAX },
    tags: { fee: 'yes' },
    parts: ['a'],
  },
  {
    name: 'a night that Sunday cuts off at midnight',
    tariff: {
      parts: [
        free('sun', { days: SUNDAY }),
        free('night', hours('18:00-08:00', [...WORKDAYS, 'sat'])),
        HOURLY,
      ],
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: [null],
  },
  {
    name: 'a market day within the hours',
    tariff: {
      parts: [
        at('market', hours('08:00-12:00', ['wed']), step(600, 60, 15)),
        at('a', hours('08:00-18:00'), step(200, 60, 15)),
        FREE,
      ],
      ...NO_MAX,
    },
    tags: { fee: 'yes' },
    parts: [null],
  },
];
