const NEVER = 'P100Y';
const line = (rateLineType: string, value: number, more: object = {}) => ({
  ...{ rateLineType, value, sequence: 1 },
  ...more,
});
const per = (value: number, incrementPeriod: string, more: object = {}) =>
  line('incrementingRate', value, { incrementPeriod, ...more });
const table = (rateLines: object[], collection: object = {}, more: object = {}) => ({
  ...{ id: '6ef9cda0', version: 1, rateTableName: [{ language: 'en', string: 'Northern' }] },
  ...{ validityStart: '2026-01-01T00:00:00Z', activeTimes: ['P1D'], availability: 'public' },
  rateLineCollections: [
    {
      ...{ applicableCurrency: 'EUR', collectionSequence: 1, minTime: 'PT0S' },
      ...{ relativeTimes: true, resetTime: NEVER, taxIncluded: true },
      validStart: '2026-01-01T00:00:00Z',
      rateLines,
      ...collection,
    },
  ],
  ...more,
});
const LINE = 'apds_rate_table.rateLineCollections.0.rateLines';
const tiers = (type: string) => [
  line(type, 3.2, { durationStart: 'PT0S', durationEnd: 'PT1H' }),
  line(type, 6.7, { sequence: 2, durationStart: 'PT1H', durationEnd: 'PT2H' }),
];

/** A stay that begins at a local time of Berlin on 2026-06-10, a Wednesday, and its cents. */
type Cost = [begin: string, minutes: number, cents: number];
type Case = { name: string; given: unknown } & ({ costs: Cost[] } | { refused: string });

/** After what the standard explains, and as others write rate tables. */
export const STRANGERS: Case[] = [
  {
    name: 'in the second hour 0.05 each 3 minutes',
    given: table([
      per(1, 'PT1H', { durationStart: 'PT0S', durationEnd: 'PT1H' }),
      per(0.05, 'PT3M', { sequence: 2, durationStart: 'PT1H', durationEnd: 'PT2H' }),
      per(2, 'PT1H', { sequence: 3, durationStart: 'PT2H' }),
    ]),
    costs: [
      ['10:00', 60, 100],
      ['10:00', 61, 105],
      ['10:00', 120, 200],
      ['10:00', 121, 400],
    ],
  },
  {
    name: '2.00 an hour, at most 10.00, and again from midnight on',
    given: table([per(2, 'PT1H')], { resetTime: '00:00', maxValueCollection: 10 }),
    refused: 'apds_rate_table.rateLineCollections.0.resetTime',
  },
  {
    name: 'the same by the minute',
    given: table([per(0.03, 'PT1M')], { resetTime: '00:00', maxValueCollection: 10 }),
    costs: [
      ['12:00', 720, 1_000],
      ['12:00', 780, 1_180],
    ],
  },
  {
    name: '2.00 an hour, at most 10.00, and again after 24 hours',
    given: table([per(2, 'PT60M')], { resetTime: 'PT24H', maxTime: 'P1D', maxValueCollection: 10 }),
    costs: [
      ['12:00', 61, 400],
      ['12:00', 1_440, 1_000],
      ['12:00', 1_441, 1_200],
    ],
  },
  {
    name: '5.00 once for each stay',
    given: table([line('flatRate', 5)]),
    costs: [['12:00', 5_000, 500]],
  },
  {
    name: 'each started day 12.00 as a tier that starts again',
    given: table([line('flatRateTier', 12, { durationEnd: 'P1D' })], { resetTime: 'P1D' }),
    costs: [
      ['12:00', 1_440, 1_200],
      ['12:00', 1_441, 2_400],
    ],
  },
  {
    name: 'lines in another order, and 20 % tax that comes to them',
    given: table(
      [
        per(1.5, 'PT30M', { sequence: 2, durationStart: 'PT2H' }),
        per(1, 'PT2H', { sequence: 1, durationEnd: 'PT2H' }),
      ],
      { taxIncluded: false, taxRate: 20 },
    ),
    costs: [
      ['12:00', 1, 120],
      ['12:00', 121, 300],
    ],
  },
  {
    name: 'at least 1.00, 0.05 a minute',
    given: table([per(0.05, 'PT1M')], { minValueCollection: 1 }),
    costs: [
      ['12:00', 1, 100],
      ['12:00', 30, 150],
    ],
  },
  {
    name: 'tiers that may add up or not',
    given: table(tiers('flatRateTier')),
    refused: `${LINE}.0.rateLineType`,
  },
  {
    name: 'the same as increments without a period',
    given: table(tiers('incrementingRate')),
    refused: `${LINE}.0.incrementPeriod`,
  },
  {
    name: 'durations in the form of times',
    given: table([per(1, 'PT1H', { durationStart: '00:00', durationEnd: '01:00' })]),
    refused: `${LINE}.0.durationStart`,
  },
  {
    name: 'a second between two lines',
    given: table([
      per(1, 'PT1H', { durationEnd: 'PT1H' }),
      per(2, 'PT1H', { sequence: 2, durationStart: 'PT61M' }),
    ]),
    refused: `${LINE}.1.durationStart`,
  },
  {
    name: 'an increment that ends after the next line begins',
    given: table([
      per(1, 'PT1H', { durationEnd: 'PT90M' }),
      per(2, 'PT1H', { sequence: 2, durationStart: 'PT90M' }),
    ]),
    refused: `${LINE}.0.incrementPeriod`,
  },
  {
    name: 'no price after two hours',
    given: table([per(1, 'PT1H', { durationEnd: 'PT2H' })]),
    refused: `${LINE}.0.durationEnd`,
  },
  {
    name: 'no price after a minute of each day',
    given: table([per(1, 'PT1M', { durationEnd: 'PT1M' })], { resetTime: '00:00' }),
    refused: `${LINE}.0.durationEnd`,
  },
  {
    name: 'tiers that start again each day',
    given: table(
      [
        per(1, 'PT1H', { durationEnd: 'PT1H' }),
        per(2, 'PT1H', { sequence: 2, durationStart: 'PT1H' }),
      ],
      { resetTime: 'P1D' },
    ),
    refused: 'apds_rate_table.rateLineCollections.0.resetTime',
  },
  {
    name: 'again from two at night on',
    given: table([per(2, 'PT1H')], { resetTime: '02:00', maxValueCollection: 10 }),
    refused: 'apds_rate_table.rateLineCollections.0.resetTime',
  },
  {
    name: 'a fee and a price by time in two collections',
    given: {
      ...table([]),
      rateLineCollections: [
        ...table([line('flatRate', 2)]).rateLineCollections,
        ...table([per(1, 'PT1H')]).rateLineCollections,
      ],
    },
    refused: 'apds_rate_table.rateLineCollections',
  },
  {
    name: 'times relative to an event',
    given: table([per(1, 'PT1H')], { referenceTimeStart: '2026-06-10T18:00:00Z' }),
    refused: 'apds_rate_table.rateLineCollections.0.referenceTimeStart',
  },
  {
    name: 'another currency',
    given: table([per(1, 'PT1H')], { applicableCurrency: 'GBP' }),
    refused: 'apds_rate_table.rateLineCollections.0.applicableCurrency',
  },
  {
    name: 'a tax without its rate',
    given: table([per(1, 'PT1H')], { taxIncluded: false }),
    refused: 'apds_rate_table.rateLineCollections.0.taxRate',
  },
  {
    name: 'a tax of a line that comes to it',
    given: table([per(1, 'PT1H', { rateLineTax: { taxIncluded: false } })]),
    refused: `${LINE}.0.rateLineTax.taxIncluded`,
  },
  {
    name: 'a longest stay',
    given: table([per(1, 'PT1H')], { maxTime: 'PT2H' }),
    refused: 'apds_rate_table.rateLineCollections.0.maxTime',
  },
  {
    name: 'a shortest stay',
    given: table([per(1, 'PT1H')], { minTime: 'PT30M' }),
    refused: 'apds_rate_table.rateLineCollections.0.minTime',
  },
  {
    name: 'a maximum of a line',
    given: table([per(1, 'PT1H', { maxValue: 5 })]),
    refused: `${LINE}.0.maxValue`,
  },
  {
    name: 'a rate that ends',
    given: table([per(1, 'PT1H')], {}, { validityEnd: '2027-01-01T00:00:00Z' }),
    refused: 'apds_rate_table.validityEnd',
  },
  {
    name: 'a rate that begins later than it is posted for',
    given: table([per(1, 'PT1H')], {}, { validityStart: '2026-07-01T00:00:00Z' }),
    refused: 'apds_rate_table.validityStart',
  },
  {
    name: 'a rate for ten hours',
    given: table([per(1, 'PT1H')], {}, { activeTimes: ['PT10H'] }),
    refused: 'apds_rate_table.activeTimes.0',
  },
  {
    name: 'a rate of an event',
    given: table([per(1, 'PT1H')], {}, { rateType: 'event' }),
    refused: 'apds_rate_table.rateType',
  },
  {
    name: 'a third of a cent that is no part of an hour',
    given: table([per(0.1234567, 'PT7M')]),
    refused: `${LINE}.0.value`,
  },
  {
    name: 'a maximum below the flat price',
    given: table([line('flatRate', 5)], { maxValueCollection: 4 }),
    refused: 'apds_rate_table.rateLineCollections.0.maxValueCollection',
  },
  { name: 'a text', given: 'free', refused: 'apds_rate_table' },
];
