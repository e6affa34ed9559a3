/** A tariff as somebody writes it who has read the page once, and what comes of it. */
export type Stranger = {
  what: string;
  tariff: unknown;
  /** Stays from a time in Berlin on, their minutes, and what they cost. */
  costs?: [starts: string, minutes: number, amount: number][];
  /** The member that is wrong. */
  refused?: string;
};

const hourly = (price: number) => [{ from_minutes: 0, price, per_minutes: 60 }];
const one = (part: object, more: object = {}) => ({ parts: [{ name: 'all', ...part }], ...more });
const WED = '2026-03-04';
const SAT = '2026-03-07';
const SUN = '2026-03-08';

/** First those that are read: a third of them use a habit of other systems that is harmless. */
export const STRANGERS: readonly Stranger[] = [
  {
    what: 'one price an hour',
    tariff: one({ steps: hourly(2) }),
    costs: [[`${WED}T10:00`, 61, 4]],
  },
  {
    what: 'a started quarter of an hour of a price for an hour',
    tariff: one({
      steps: [{ from_minutes: 0, price: 2, per_minutes: 60, billing_step_minutes: 15 }],
    }),
    costs: [[`${WED}T10:00`, 61, 2.5]],
  },
  {
    what: 'the first half hour free, then from the first minute',
    tariff: one({ steps: hourly(2) }, { free_minutes: 30 }),
    costs: [
      [`${WED}T10:00`, 30, 0],
      [`${WED}T10:00`, 31, 2],
    ],
  },
  {
    what: 'the first half hour never paid',
    tariff: one({ steps: hourly(2) }, { free_minutes: 30, free_is_deducted: true }),
    costs: [
      [`${WED}T10:00`, 31, 2],
      [`${WED}T10:00`, 91, 4],
    ],
  },
  {
    what: 'a day of 24:00',
    tariff: one({ when: { from: '00:00', to: '24:00' }, flat: 6 }),
    costs: [
      [`${WED}T10:00`, 60, 6],
      [`${WED}T23:00`, 120, 12],
    ],
  },
  {
    what: 'a night before the day',
    tariff: {
      parts: [
        { name: 'Nacht', when: { from: '19:00', to: '07:00' }, flat: 3 },
        { name: 'Tag', steps: hourly(1.5), max: 9 },
      ],
      maxima: [],
    },
    costs: [
      [`${WED}T18:00`, 120, 4.5],
      [`${WED}T07:00`, 720, 9],
    ],
  },
  {
    what: 'Sundays and holidays free',
    tariff: {
      parts: [
        { name: 'free', when: { days: ['sun', 'holiday'] }, flat: 0 },
        { name: 'paid', steps: hourly(1) },
      ],
    },
    costs: [
      [`${SUN}T10:00`, 300, 0],
      ['2026-05-01T10:00', 300, 0],
      [`${SAT}T23:00`, 120, 1],
    ],
  },
  {
    what: 'a price of 0 for the first hour',
    tariff: one({
      steps: [
        { from_minutes: 0, price: 0, per_minutes: 60 },
        { from_minutes: 60, price: 1, per_minutes: 60 },
      ],
    }),
    costs: [
      [`${WED}T10:00`, 60, 0],
      [`${WED}T10:00`, 61, 1],
    ],
  },
  {
    what: 'nothing is sold at night',
    tariff: one(
      { when: { from: '08:00', to: '18:00' }, steps: hourly(1) },
      { otherwise: 'not_for_sale' },
    ),
    costs: [[`${WED}T10:00`, 120, 2]],
  },
  {
    what: 'a season of two dates, and one day',
    tariff: {
      parts: [
        { name: 'season', when: { dates: ['2026-06-01/2026-09-15', '2026-03-04'] }, flat: 8 },
        { name: 'others', flat: 3 },
      ],
    },
    costs: [
      [`${WED}T10:00`, 60, 8],
      [`${SAT}T10:00`, 60, 3],
      ['2026-09-15T10:00', 60, 8],
    ],
  },
  {
    what: 'most of a day and of a week',
    tariff: one(
      { steps: hourly(2) },
      {
        maxima: [
          { amount: 12, per: 'calendar_day' },
          { amount: 50, per: 'week' },
        ],
      },
    ),
    costs: [
      [`${WED}T20:00`, 600, 20],
      [`${WED}T00:00`, 6 * 1_440, 50],
    ],
  },
  {
    what: 'an hour is paid at least',
    tariff: one(
      { steps: [{ from_minutes: 0, price: 0.5, per_minutes: 15 }] },
      { minimum_minutes: 60 },
    ),
    costs: [
      [`${WED}T10:00`, 5, 2],
      [`${WED}T10:00`, 61, 2.5],
    ],
  },
  {
    what: 'motorcycles free, unknown vehicles pay',
    tariff: {
      parts: [
        { name: 'bikes', when: { vehicle_kinds: ['motorcycle'] }, flat: 0 },
        { name: 'cars', flat: 2 },
      ],
    },
    costs: [[`${WED}T10:00`, 60, 2]],
  },
  {
    what: 'a tariff as it was shown, with its summary and null where nobody said',
    tariff: { ...one({ flat: 2 }), maxima: null, summary: ['2.00'] },
    costs: [[`${WED}T10:00`, 60, 2]],
  },
  {
    what: 'names in any script',
    tariff: one({ name: '昼間 · día', flat: 2 }),
    costs: [[`${WED}T10:00`, 60, 2]],
  },
  { what: 'a price in words', tariff: one({ steps: hourly('2,00' as never) }), refused: 'price' },
  {
    what: 'a name of a day',
    tariff: one({ when: { days: ['Monday'] }, flat: 1 }),
    refused: 'days',
  },
  {
    what: 'days in one word',
    tariff: one({ when: { days: 'mon-fri' }, flat: 1 }),
    refused: 'days',
  },
  { what: 'PH for holidays', tariff: one({ when: { days: ['ph'] }, flat: 1 }), refused: 'days' },
  {
    what: 'an hour of one digit',
    tariff: one({ when: { from: '8:00', to: '18:00' }, flat: 1 }),
    refused: 'from',
  },
  {
    what: 'a time of 12 hours',
    tariff: one({ when: { from: '08:00 AM', to: '06:00 PM' }, flat: 1 }),
    refused: 'from',
  },
  {
    what: 'hours that only begin',
    tariff: one({ when: { from: '18:00' }, flat: 1 }),
    refused: 'to',
  },
  {
    what: 'a season without years',
    tariff: one({ when: { dates: ['06-01/09-15'] }, flat: 1 }),
    refused: 'dates',
  },
  {
    what: 'a date that is none',
    tariff: one({ when: { dates: ['2026-02-30'] }, flat: 1 }),
    refused: 'dates',
  },
  {
    what: 'the working days only',
    tariff: one({ when: { days: ['mon', 'tue', 'wed', 'thu', 'fri'] }, steps: hourly(2) }),
    refused: 'parts',
  },
  { what: 'no steps and no flat price', tariff: one({ max: 3 }), refused: 'steps' },
  { what: 'steps and a flat price', tariff: one({ steps: hourly(2), flat: 5 }), refused: 'steps' },
  {
    what: 'steps from the second hour on',
    tariff: one({ steps: [{ from_minutes: 60, price: 1, per_minutes: 60 }] }),
    refused: 'from_minutes',
  },
  {
    what: 'a maximum of a day by another name',
    tariff: one({ steps: hourly(2) }, { maxima: [{ amount: 12, per: 'day' }] }),
    refused: 'per',
  },
  {
    what: 'a maximum beside the tariff',
    tariff: one({ steps: hourly(2) }, { max_daily_rate: 12 }),
    refused: 'max_daily_rate',
  },
  {
    what: 'a price for each hour under the name of another system',
    tariff: one({ price_per_hour: 2 }),
    refused: 'price_per_hour',
  },
  { what: 'tenths of a cent', tariff: one({ flat: 1.999 }), refused: 'flat' },
  { what: 'a negative price', tariff: one({ flat: -1 }), refused: 'flat' },
  { what: 'no parts', tariff: { parts: [] }, refused: 'parts' },
];
