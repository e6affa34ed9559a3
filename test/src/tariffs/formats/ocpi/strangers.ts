const component = (type: string, price: number, step_size: number, more: object = {}) => ({
  ...{ type, price, step_size },
  ...more,
});
const parking = (price: number, step_size: number, more: object = {}) =>
  component('PARKING_TIME', price, step_size, more);
const element = (components: object[], restrictions?: object) => ({
  price_components: components,
  ...(restrictions && { restrictions }),
});
const tariff = (elements: object[], more: object = {}) => ({
  ...{ country_code: 'DE', party_id: 'ALL', id: '22', currency: 'EUR', elements },
  last_updated: '2018-12-18T17:07:11Z',
  ...more,
});
const HALF_HOUR_FREE = { max_duration: 1_800 };
const WORKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];

/** A stay that begins at a local time of Berlin on 2026-06-10, a Wednesday, and its cents. */
type Cost = [begin: string, minutes: number, cents: number];
type Case = { name: string; given: unknown } & ({ costs: Cost[] } | { refused: string });

/** After the examples of the standard, with what they cost there, and as others write tariffs. */
export const STRANGERS: Case[] = [
  {
    name: 'example 13 without charging: 42 minutes at 5.00 by 5 minutes, 20 % VAT',
    given: tariff([element([parking(5, 300, { vat: 20 })])]),
    costs: [
      ['09:30', 42, 450],
      ['09:30', 1, 50],
    ],
  },
  {
    name: 'example 10 without energy: 0.50 and 2.00 an hour by 15 minutes, 20 % VAT, 40 minutes',
    given: tariff([
      element([component('FLAT', 0.5, 1, { vat: 20 }), parking(2, 900, { vat: 20 })]),
    ]),
    costs: [
      ['12:00', 40, 240],
      ['12:00', 1, 120],
    ],
  },
  {
    name: 'example 5: free of charge',
    given: tariff([element([component('FLAT', 0, 0)])]),
    costs: [['00:00', 3_000, 0]],
  },
  {
    name: 'example 14 without charging, by the minute: 1.00 an hour until 20:00',
    given: tariff([
      element([parking(1, 60)], { start_time: '00:00', end_time: '17:00' }),
      element([parking(1, 60)], { start_time: '17:00', end_time: '20:00' }),
    ]),
    costs: [
      ['19:52', 20, 13],
      ['21:00', 60, 0],
      ['16:30', 60, 100],
    ],
  },
  {
    name: 'the first half hour free by a component, then 3.00 an hour by half hours',
    given: tariff([
      element([parking(0, 1)], HALF_HOUR_FREE),
      element([parking(3, 1_800)], { min_duration: 1_800 }),
    ]),
    costs: [
      ['10:00', 30, 0],
      ['10:00', 31, 150],
      ['10:00', 61, 300],
    ],
  },
  {
    name: 'the same without a component for it, and by the hour',
    given: tariff([element([parking(3, 3_600)], { min_duration: 1_800 })]),
    costs: [
      ['10:00', 30, 0],
      ['10:00', 31, 300],
      ['10:00', 91, 600],
    ],
  },
  {
    name: 'a supermarket: two hours free, then 2.00 an hour, at most 10.00 with 19 % VAT',
    given: tariff(
      [
        element([parking(0, 60, { vat: 19 })], { max_duration: 7_200 }),
        element([parking(2, 3_600, { vat: 25 })]),
      ],
      { max_price: { excl_vat: 8, incl_vat: 10 } },
    ),
    costs: [
      ['10:00', 120, 0],
      ['10:00', 121, 250],
      ['10:00', 600, 1_000],
    ],
  },
  {
    name: 'a maximum without VAT that is the closer one',
    given: tariff([element([parking(2, 60, { vat: 25 })])], {
      max_price: { excl_vat: 6, incl_vat: 10 },
    }),
    costs: [
      ['10:00', 179, 746],
      ['10:00', 181, 750],
    ],
  },
  {
    name: 'a minimum without VAT that is the closer one',
    given: tariff([element([parking(2, 60, { vat: 25 })])], {
      min_price: { excl_vat: 2, incl_vat: 2 },
    }),
    costs: [
      ['10:00', 5, 250],
      ['10:00', 66, 275],
    ],
  },
  {
    name: 'mornings and the hours after midnight, which are no night',
    given: tariff([
      element([parking(2, 60)], { start_time: '08:00', end_time: '12:00' }),
      element([parking(2, 60)], { start_time: '00:00', end_time: '04:00' }),
    ]),
    costs: [
      ['13:00', 300, 0],
      ['03:00', 120, 200],
    ],
  },
  {
    name: 'a maximum that VAT makes a fraction of a cent',
    given: tariff([element([parking(2, 60, { vat: 7.7 })])], { max_price: { excl_vat: 9.99 } }),
    refused: 'ocpi_tariff.max_price.excl_vat',
  },
  {
    name: 'workdays from 9 to 18, of all days nights at half the price',
    given: tariff([
      element([parking(2, 60)], {
        ...{ day_of_week: WORKDAYS, start_time: '09:00', end_time: '18:00' },
      }),
      element([parking(1, 60)], { start_time: '18:00', end_time: '09:00' }),
    ]),
    costs: [
      ['08:00', 120, 300],
      ['17:00', 120, 300],
    ],
  },
  {
    name: 'half an hour free at any time, before other elements',
    given: tariff([
      element([parking(0, 0)], HALF_HOUR_FREE),
      element([parking(2, 60)], { start_time: '09:00', end_time: '18:00' }),
      element([parking(1, 60)]),
    ]),
    costs: [
      ['08:30', 90, 200],
      ['17:30', 60, 50],
    ],
  },
  {
    name: 'at least 1.00, 2.00 an hour by the minute',
    given: tariff([element([parking(2, 60)])], { min_price: { excl_vat: 1 } }),
    costs: [
      ['10:00', 1, 100],
      ['10:00', 30, 100],
      ['10:00', 45, 150],
    ],
  },
  {
    name: 'all seven days, and a text beside the prices',
    given: tariff(
      [element([parking(1.9, 300)], { day_of_week: [...WORKDAYS, 'SATURDAY', 'SUNDAY'] })],
      {
        tariff_alt_text: [{ language: 'en', text: '1.90 an hour' }],
      },
    ),
    costs: [['10:00', 58, 190]],
  },
  {
    name: 'members without a value',
    given: tariff(
      [element([parking(2, 60, { vat: null })], { min_kwh: null, start_time: '08:00' })],
      { max_price: null, end_date_time: null },
    ),
    costs: [['07:00', 120, 200]],
  },
  {
    name: 'an element that is null',
    given: { currency: 'EUR', elements: [null] },
    refused: 'ocpi_tariff.elements.0',
  },
  {
    name: 'example 8: energy',
    given: tariff([element([component('ENERGY', 0.25, 1, { vat: 10 })])]),
    refused: 'ocpi_tariff.elements.0.price_components.0.type',
  },
  {
    name: 'example 1: time of charging',
    given: tariff([element([component('TIME', 2, 60, { vat: 10 })])]),
    refused: 'ocpi_tariff.elements.0.price_components.0.type',
  },
  {
    name: 'example 4: parking after charging by current',
    given: tariff([
      element([component('FLAT', 2.5, 1)]),
      element([component('TIME', 1, 900)], { max_current: 32 }),
    ]),
    refused: 'ocpi_tariff.elements.1.restrictions.max_current',
  },
  {
    name: 'example 15: a reservation',
    given: tariff([
      element([component('TIME', 5, 60)], { reservation: 'RESERVATION' }),
      element([parking(1, 60)]),
    ]),
    refused: 'ocpi_tariff.elements.0.restrictions.reservation',
  },
  {
    name: 'a limit of energy',
    given: tariff([element([parking(1, 60)]), element([parking(2, 60)], { min_kwh: 20 })]),
    refused: 'ocpi_tariff.elements.1.restrictions.min_kwh',
  },
  {
    name: 'an unknown day',
    given: tariff([element([parking(1, 60)], { day_of_week: ['MON'] })]),
    refused: 'ocpi_tariff.elements.0.restrictions.day_of_week.0',
  },
  {
    name: 'another currency',
    given: tariff([element([parking(1, 60)])], { currency: 'CHF' }),
    refused: 'ocpi_tariff.currency',
  },
  {
    name: 'by the second',
    given: tariff([element([parking(1, 1)])]),
    refused: 'ocpi_tariff.elements.0.price_components.0.step_size',
  },
  {
    name: 'example 14 with its steps of 15 minutes, until 20:00',
    given: tariff([element([parking(1, 900)], { start_time: '00:00', end_time: '20:00' })]),
    refused: 'ocpi_tariff.elements.0.price_components.0.step_size',
  },
  {
    name: 'elements that overlap by hours',
    given: tariff([
      element([parking(2, 60)], { start_time: '08:00', end_time: '12:00' }),
      element([parking(1, 60)], { start_time: '10:00', end_time: '18:00' }),
    ]),
    refused: 'ocpi_tariff.elements.1.restrictions',
  },
  {
    name: 'an element that never holds',
    given: tariff([
      element([parking(2, 60)], { start_time: '08:00', end_time: '12:00' }),
      element([parking(1, 60)], { start_time: '10:00', end_time: '12:00' }),
    ]),
    refused: 'ocpi_tariff.elements.1.restrictions',
  },
  {
    name: 'the same hours in dates',
    given: tariff([
      element([parking(3, 60)], { start_date: '2026-06-10', end_date: '2026-06-11' }),
      element([parking(1, 60)]),
    ]),
    costs: [
      ['23:00', 120, 400],
      ['10:00', 60, 300],
    ],
  },
  {
    name: 'hours whose price depends on an element between them',
    given: tariff([
      element([parking(2, 60)], { start_time: '08:00', end_time: '12:00', max_duration: 3_600 }),
      element([parking(3, 60)], { start_time: '06:00', end_time: '18:00' }),
      element([parking(1, 60)], { start_time: '08:00', end_time: '12:00' }),
    ]),
    refused: 'ocpi_tariff.elements.1.restrictions',
  },
  {
    name: 'Friday night past midnight',
    given: tariff([
      element([parking(2, 60)], {
        ...{ day_of_week: ['FRIDAY'], start_time: '20:00', end_time: '04:00' },
      }),
    ]),
    refused: 'ocpi_tariff.elements.0.restrictions.end_time',
  },
  {
    name: 'a flat price in the evening',
    given: tariff([element([component('FLAT', 5, 1)], { start_time: '18:00' })]),
    refused: 'ocpi_tariff.elements.0.restrictions',
  },
  {
    name: 'a start fee beside prices by the minute that are no whole cents',
    given: tariff([element([component('FLAT', 1, 1), parking(2, 60)])]),
    refused: 'ocpi_tariff.elements.0.price_components.0.price',
  },
  {
    name: 'a tariff that ends',
    given: tariff([element([parking(1, 60)])], { end_date_time: '2027-01-01T00:00:00Z' }),
    refused: 'ocpi_tariff.end_date_time',
  },
  {
    name: 'a tariff that begins later than it is posted for',
    given: tariff([element([parking(1, 60)])], { start_date_time: '2026-07-01T00:00:00' }),
    refused: 'ocpi_tariff.start_date_time',
  },
  {
    name: 'a member of a later version that says whether there is tax in it',
    given: tariff([element([parking(1, 60)])], { tax_included: 'NO' }),
    refused: 'ocpi_tariff.tax_included',
  },
  {
    name: 'a maximum beside prices that have different VAT',
    given: tariff(
      [
        element([parking(2, 60, { vat: 7 })], { max_duration: 3_600 }),
        element([parking(2, 60, { vat: 19 })]),
      ],
      { max_price: { excl_vat: 10 } },
    ),
    refused: 'ocpi_tariff.max_price',
  },
  {
    name: 'a minimum that no time costs',
    given: tariff([element([parking(2, 3_600)])], { min_price: { excl_vat: 3 } }),
    refused: 'ocpi_tariff.min_price',
  },
  {
    name: 'a maximum below the flat price',
    given: tariff([element([component('FLAT', 5, 1)])], { max_price: { excl_vat: 4 } }),
    refused: 'ocpi_tariff.max_price',
  },
  {
    name: 'a price that is too high',
    given: tariff([element([parking(2_000_000, 60)])]),
    refused: 'ocpi_tariff.elements.0.price_components.0.price',
  },
  {
    name: 'no elements',
    given: { currency: 'EUR' },
    refused: 'ocpi_tariff.elements',
  },
  { name: 'a list', given: [], refused: 'ocpi_tariff' },
];
