import type { ColumnMap } from '../../../../src/kit/tables/name-columns.ts';

/** A file with one lot and its price list, as somebody makes it, and what comes of it. */
export type PricedFile = {
  what: string;
  file: string;
  map?: ColumnMap;
  /** Stays from a time by the lot's clocks on, their minutes, and what they cost. */
  costs?: [starts: string, minutes: number, amount: number][];
  /** The member or column that is wrong; the lot comes in without a price. */
  refused?: string;
};

const WED = '2026-03-04';
const SUN = '2026-03-08';

type Cells = Record<string, unknown>;

const BERLIN = { lat: 52.52, lng: 13.405 };
const PHNOM_PENH = { lat: 11.56, lng: 104.92 };
const TOKYO = { lat: 35.68, lng: 139.69 };

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cellOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);

/** A row of a CSV file whose objects are JSON text. */
export function csv(more: Cells, { at = BERLIN, separator = ',', write = quoted } = {}): string {
  const row: Cells = { name: 'Elm Street', ...at, capacity: 40, ...more };
  const cells = Object.values(row).map((value) => write(String(cellOf(value))));
  return `${Object.keys(row).join(separator)}\r\n${cells.join(separator)}\r\n`;
}

export const list = (more: Cells, at = BERLIN) =>
  JSON.stringify([{ name: 'Elm Street', ...at, capacity: 40, ...more }]);

export const geojson = (more: Cells, name: Cells = { name: 'Elm Street' }) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [BERLIN.lng, BERLIN.lat] },
        properties: { ...name, ...more },
      },
    ],
  });

const hourly = (price: unknown, more: object = {}) => [
  { from_minutes: 0, price, per_minutes: 60, ...more },
];
const night = { name: 'Nacht', when: { from: '19:00', to: '07:00' }, flat: 3 };
const day = { name: 'Tag', steps: hourly(1.5), max: 9 };
const TARIFF = { parts: [night, day], maxima: [{ amount: 15, per: '24h' }] };
const DAY: [string, number, number] = [`${WED}T10:00`, 90, 3];
const NIGHT: [string, number, number] = [`${WED}T18:00`, 180, 4.5];
const TEXT = JSON.stringify(TARIFF);
const FREE = { parts: [{ name: 'all', flat: 0 }] };

const OCPI = {
  ...{ country_code: 'DE', party_id: 'ABC', id: '12', currency: 'EUR', type: 'REGULAR' },
  elements: [{ price_components: [{ type: 'PARKING_TIME', price: 2, vat: 0, step_size: 900 }] }],
  last_updated: '2026-01-01T00:00:00Z',
};
const energy = { type: 'ENERGY', price: 0.5, step_size: 1 };
const collection = {
  ...{ applicableCurrency: 'EUR', minTime: 'PT0S', maxTime: 'P1D', resetTime: 'P1D' },
  taxIncluded: true,
  rateLines: [
    { rateLineType: 'incrementingRate', sequence: 1, value: 1, incrementPeriod: 'PT30M' },
  ],
};
const APDS = { rateTableName: 'Standard', rateLineCollections: [collection] };

const taken: PricedFile[] = [
  { what: 'CSV with doubled quotes', file: csv({ tariff: TARIFF }), costs: [DAY, NIGHT] },
  {
    what: 'CSV with semicolons and decimal commas',
    file: csv({ lat: '52,52', lng: '13,405', tariff: TARIFF, currency: 'EUR' }, { separator: ';' }),
    costs: [DAY, NIGHT],
  },
  {
    what: 'CSV with tabs and no quotes around the text',
    file: csv({ tariff: TARIFF }, { separator: '\t', write: (cell) => cell }),
    costs: [DAY],
  },
  {
    what: 'CSV with the tariff on several lines of a cell',
    file: csv({ tariff: JSON.stringify(TARIFF, null, 2).replaceAll('\n', '\r\n') }),
    costs: [DAY, NIGHT],
  },
  {
    what: 'a price for a day in columns of their own',
    file: csv({ base_rate: 24, rate_unit: 'day', billing_step_minutes: 1, currency: 'EUR' }),
    costs: [
      ['2026-03-04T10:00', 60, 24],
      ['2026-03-04T10:00', 1_441, 48],
    ],
  },
  {
    what: 'an hourly price by half hours in columns of their own',
    file: csv({ base_rate: 3, rate_unit: 'hour', billing_step_minutes: 30, currency: 'EUR' }),
    costs: [
      ['2026-03-04T10:00', 31, 3],
      ['2026-03-04T10:00', 61, 4.5],
    ],
  },
  {
    what: 'another currency than the country’s, in a column',
    file: csv({ tariff: TARIFF, currency: 'usd' }, { at: PHNOM_PENH }),
    costs: [DAY],
  },
  {
    what: 'whole yen, the currency by the country',
    file: csv({ tariff: { parts: [{ name: 'all', steps: hourly(300) }] } }, { at: TOKYO }),
    costs: [[`${WED}T10:00`, 61, 600]],
  },
  {
    what: 'a sign as the currency',
    file: csv({ tariff: TARIFF, Währung: '€' }, { separator: ';' }),
    costs: [DAY],
  },
  { what: 'in the column Tarif', file: csv({ Tarif: TARIFF }), costs: [DAY, NIGHT] },
  { what: 'in the column for prices', file: csv({ price: TEXT }), costs: [DAY] },
  {
    what: 'in a column named by hand',
    file: csv({ Entgelt: TARIFF }),
    map: { tariff: 'Entgelt' },
    costs: [DAY],
  },
  { what: 'beside fee=yes', file: csv({ tariff: TARIFF, fee: 'yes' }), costs: [DAY] },
  {
    what: 'nothing to pay, beside fee=no',
    file: csv({ tariff: FREE, fee: 'no' }),
    costs: [[`${WED}T10:00`, 600, 0]],
  },
  {
    what: 'beside a charge that says the same',
    file: csv({
      tariff: { parts: [{ name: 'all', steps: hourly(2, { billing_step_minutes: 1 }) }] },
      charge: '2,00 EUR/hour',
    }),
    costs: [[`${WED}T10:00`, 90, 3]],
  },
  {
    what: 'beside a maximum that says the same',
    file: csv({ tariff: TARIFF, currency: 'EUR', max_daily_rate: '15.00' }),
    costs: [DAY, [`${WED}T07:00`, 1_440, 12]],
  },
  {
    what: 'an empty cell beside a charge',
    file: csv({ tariff: '', charge: '2 EUR/hour' }),
    costs: [[`${WED}T10:00`, 90, 3]],
  },
  {
    what: 'NULL in a cell beside a charge',
    file: csv({ tariff: 'NULL', charge: '2 EUR/hour' }),
    costs: [[`${WED}T10:00`, 90, 3]],
  },
  {
    what: 'null in GeoJSON beside a charge',
    file: geojson({ tariff: null, charge: '2 EUR/hour' }),
    costs: [[`${WED}T10:00`, 90, 3]],
  },
  {
    what: 'conditions of OpenStreetMap as columns',
    file: csv({
      ...{ fee: 'yes', charge: '2 EUR/hour', 'fee:conditional': 'no @ (Su,PH)' },
      'charge:conditional': '1 EUR/hour @ (20:00-24:00)',
    }),
    costs: [
      [`${WED}T10:00`, 60, 2],
      [`${WED}T20:00`, 60, 1],
      [`${SUN}T10:00`, 60, 0],
    ],
  },
  {
    what: 'a maximum beside a charge, as columns',
    file: csv({ charge: '2 EUR/hour', 'charge:max': '15 EUR/day' }),
    costs: [[`${WED}T10:00`, 1_440, 15]],
  },
  {
    what: 'GeoJSON with OpenStreetMap’s keys',
    file: geojson({ capacity: 40, surface: 'asphalt', tariff: TARIFF }),
    costs: [DAY, NIGHT],
  },
  {
    what: 'GeoJSON with names of its own',
    file: geojson({ Stellplätze: 40, tariff: TARIFF }, { Bezeichnung: 'Ulmenstraße' }),
    costs: [DAY, NIGHT],
  },
  {
    what: 'GeoJSON whose writer made text of objects',
    file: geojson({ capacity: 40, tariff: TEXT }),
    costs: [DAY],
  },
  { what: 'a list in JSON', file: list({ tariff: TARIFF }), costs: [DAY, NIGHT] },
  { what: 'a list of one tariff', file: list({ tariffs: [TARIFF] }), costs: [DAY] },
  { what: 'an object as the price', file: list({ price: TARIFF }), costs: [DAY] },
  {
    what: 'an attribute of FIWARE',
    file: list({ tariff: { type: 'StructuredValue', value: TARIFF } }),
    costs: [DAY],
  },
  {
    what: 'one plain rate',
    file: list({ tariff: { parts: [{ name: 'rate', steps: hourly(2) }] } }),
    costs: [[`${WED}T10:00`, 61, 4]],
  },
  {
    what: 'a plain rate without any maximum',
    file: list({ tariff: { parts: [{ name: 'rate', steps: hourly(2) }], maxima: [] } }),
    costs: [[`${WED}T10:00`, 1_440, 48]],
  },
  {
    what: 'ParkAPI of version 3',
    file: geojson({ uid: '1', purpose: 'CAR', has_realtime_data: false, tariff: TARIFF }),
    costs: [DAY],
  },
  {
    what: 'OCPI under its own name',
    file: list({ ocpi_tariff: OCPI }),
    costs: [[`${WED}T10:00`, 61, 2.5]],
  },
  {
    what: 'OCPI in a list of tariffs',
    file: geojson({ capacity: 40, tariffs: [OCPI] }),
    costs: [[`${WED}T10:00`, 61, 2.5]],
  },
  { what: 'OCPI as text', file: csv({ tariff: OCPI }), costs: [[`${WED}T10:00`, 61, 2.5]] },
  {
    what: 'OCPI in dollars where dollars are taken',
    file: list({ tariff: { ...OCPI, currency: 'USD' } }, PHNOM_PENH),
    costs: [[`${WED}T10:00`, 61, 2.5]],
  },
  {
    what: 'APDS under its own name',
    file: list({ apds_rate_table: APDS }),
    costs: [[`${WED}T10:00`, 61, 3]],
  },
];

const withParts = (...parts: unknown[]) => ({ parts });

const refused: PricedFile[] = [
  {
    what: 'a misspelt member',
    file: csv({ tariff: { parts: TARIFF.parts, maximum: TARIFF.maxima } }),
    refused: 'tariff.maximum',
  },
  {
    what: 'a misspelt member of a step',
    file: list({ tariff: withParts({ ...day, steps: hourly(2, { step: 15 }) }) }),
    refused: 'tariff.parts.0.steps.0.step',
  },
  {
    what: 'decimal commas in the text',
    file: csv({ tariff: TEXT.replace('1.5', '1,5') }),
    refused: 'tariff',
  },
  {
    what: 'a comma behind the last member',
    file: csv({ tariff: TEXT.replace(/}$/, ',}') }),
    refused: 'tariff',
  },
  { what: 'text that is cut off', file: csv({ tariff: TEXT.slice(0, -20) }), refused: 'tariff' },
  {
    what: 'single quotes',
    file: csv({ tariff: TEXT.replaceAll('"', "'") }),
    refused: 'tariff',
  },
  {
    what: 'typographic quotes',
    file: csv({ tariff: TEXT.replaceAll(/"(\w+)"/g, '“$1”') }),
    refused: 'tariff',
  },
  { what: 'text of text', file: csv({ tariff: JSON.stringify(TEXT) }), refused: 'tariff' },
  {
    what: 'a member that is there twice',
    file: csv({ tariff: TEXT.replace('"maxima"', '"maxima":[],"maxima"') }),
    refused: 'tariff.maxima',
  },
  {
    what: 'a number as text',
    file: list({ tariff: withParts({ name: 'all', steps: hourly('2.50') }) }),
    refused: 'tariff.parts.0.steps.0.price',
  },
  {
    what: 'a negative price',
    file: list({ tariff: withParts({ name: 'all', flat: -2 }) }),
    refused: 'tariff.parts.0.flat',
  },
  {
    what: 'minor units',
    file: list({ tariff: withParts({ name: 'all', flat_minor: 200 }) }),
    refused: 'tariff.parts.0.flat_minor',
  },
  {
    what: 'cents of yen',
    file: list({ tariff: withParts({ name: 'all', steps: hourly(2.5) }) }, TOKYO),
    refused: 'tariff.parts.0.steps.0.price',
  },
  {
    what: 'parts that overlap',
    file: csv({
      tariff: withParts(
        { name: 'a', when: { from: '08:00', to: '12:00' }, flat: 1 },
        { name: 'b', when: { from: '11:00', to: '18:00' }, flat: 2 },
        { name: 'c', flat: 0 },
      ),
    }),
    refused: 'tariff.parts.1.when',
  },
  {
    what: 'hours without a price',
    file: csv({ tariff: withParts({ ...day, when: { from: '08:00', to: '18:00' } }) }),
    refused: 'tariff.parts',
  },
  {
    what: 'an hour of one digit',
    file: csv({ tariff: withParts({ ...day, when: { from: '8:00', to: '18:00' } }, night) }),
    refused: 'tariff.parts.0.when.from',
  },
  {
    what: '10,000 parts',
    file: list({
      tariff: withParts(...Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}`, flat: i }))),
    }),
    refused: 'tariff.parts',
  },
  { what: 'a list of parts', file: csv({ tariff: TARIFF.parts }), refused: 'tariff' },
  { what: 'lists within lists', file: csv({ tariff: '['.repeat(9_999) }), refused: 'tariff' },
  {
    what: 'as many lists, all closed',
    file: csv({ tariff: `${'['.repeat(9_999)}${']'.repeat(9_999)}` }),
    refused: 'tariff',
  },
  {
    what: 'a text longer than any tariff',
    file: list({ tariff: `${TEXT}${' '.repeat(100_000)}` }),
    refused: 'tariff',
  },
  { what: 'two tariffs', file: list({ tariffs: [TARIFF, FREE] }), refused: 'tariffs' },
  {
    what: 'two columns with a tariff',
    file: list({ tariff: TARIFF, ocpi_tariff: OCPI }),
    refused: 'ocpi_tariff',
  },
  {
    what: 'a currency that nobody knows',
    file: csv({ tariff: TARIFF, currency: 'Taler' }),
    refused: 'currency',
  },
  {
    what: 'a currency within the tariff',
    file: csv({ tariff: { currency: 'USD', ...TARIFF } }),
    refused: 'tariff.currency',
  },
  { what: 'words', file: csv({ tariff: 'see the board' }), refused: 'tariff' },
  {
    what: 'the number of a tariff beside a charge',
    file: csv({ tariff: 3, charge: '2 EUR/hour' }),
    refused: 'tariff',
  },
  { what: 'a form of somebody else', file: list({ tariff: { hour: 2 } }), refused: 'tariff.parts' },
  {
    what: 'members that programs stumble over',
    file: list({ tariff: [[{ toString: 1, currency: { toString: 1 } }]] }),
    refused: 'tariff',
  },
  {
    what: 'text of OpenStreetMap’s key beside a charge',
    file: geojson({ capacity: 40, charge: '2 EUR/hour', tariff: 'B' }),
    refused: 'tariff',
  },
  {
    what: 'words and an hourly rate beside it',
    file: csv({ tariff: TARIFF, charge: '1.50 EUR/hour', rate: 1.5, currency: 'EUR' }),
    refused: 'charge',
  },
  {
    what: 'prices of kinds',
    file: list({ tariff: [{ type: 'hour', price: 2 }] }),
    refused: 'tariff.parts',
  },
  {
    what: 'another charge beside it',
    file: csv({ tariff: TARIFF, charge: '2 EUR/hour' }),
    refused: 'charge',
  },
  {
    what: 'another charge with another name beside it',
    file: csv({ tariff: TARIFF, Preis: '1. Std. 2 €, dann 1 €' }, { separator: ';' }),
    refused: 'Preis',
  },
  {
    what: 'another tariff as conditions beside it',
    file: csv({ tariff: TARIFF, charge: '2 EUR/hour', 'fee:conditional': 'no @ (Su)' }),
    refused: 'fee:conditional',
  },
  { what: 'fee=no beside it', file: csv({ tariff: TARIFF, fee: 'no' }), refused: 'fee' },
  {
    what: 'kostenlos beside it',
    file: csv({ tariff: TARIFF, kostenlos: 'ja' }),
    refused: 'kostenlos',
  },
  { what: 'fee=yes, and nothing to pay', file: csv({ tariff: FREE, fee: 'yes' }), refused: 'fee' },
  {
    what: 'another maximum beside it',
    file: csv({ tariff: TARIFF, currency: 'EUR', max_daily_rate: 12 }),
    refused: 'max_daily_rate',
  },
  {
    what: 'an hourly rate without a currency beside it',
    file: csv({ tariff: TARIFF, base_rate: 1.5 }),
    refused: 'base_rate',
  },
  {
    what: 'GeoJSON with another charge beside it',
    file: geojson({ capacity: 40, charge: '2 EUR/hour', tariff: TARIFF }),
    refused: 'charge',
  },
  {
    what: 'a rule that is not understood beside it',
    file: geojson({ capacity: 40, 'maxstay:conditional': '1 h @ (Mo)', tariff: TARIFF }),
    refused: 'tariff',
  },
  {
    what: 'ParkAPI with words beside it',
    file: geojson({
      ...{ uid: '1', purpose: 'CAR', has_realtime_data: false, tariff: TARIFF },
      fee_description: '2 EUR/hour',
    }),
    refused: 'fee_description',
  },
  {
    what: 'OCPI for charging',
    file: list({ tariffs: [{ ...OCPI, elements: [{ price_components: [energy] }] }] }),
    refused: 'tariffs.elements.0.price_components.0.type',
  },
  {
    what: 'OCPI in another currency than the column',
    file: list({ ocpi_tariff: OCPI, currency: 'USD' }, PHNOM_PENH),
    refused: 'ocpi_tariff.currency',
  },
  {
    what: 'OCPI that begins later',
    file: list({ ocpi_tariff: { ...OCPI, start_date_time: '2090-01-01T00:00:00Z' } }),
    refused: 'ocpi_tariff.start_date_time',
  },
  {
    what: 'APDS without a tax rate',
    file: list({
      apds_rate_table: { rateLineCollections: [{ ...collection, taxIncluded: false }] },
    }),
    refused: 'apds_rate_table.rateLineCollections.0.taxRate',
  },
  {
    what: 'free first minutes as conditions of a column',
    file: csv({ charge: '2 EUR/hour', 'fee:conditional': 'no @ (stay < 1 hour)' }),
    refused: 'fee:conditional',
  },
  {
    what: 'a price for a month in columns of their own',
    file: csv({ base_rate: 90, rate_unit: 'month', currency: 'EUR' }),
    refused: 'base_rate',
  },
  {
    what: 'a price for a day with a step',
    file: csv({ base_rate: 9, rate_unit: 'day', billing_step_minutes: 30, currency: 'EUR' }),
    refused: 'base_rate',
  },
  {
    what: 'steps that do not come out even',
    file: csv({ base_rate: 1.99, billing_step_minutes: 15, currency: 'EUR' }),
    refused: 'base_rate',
  },
  {
    what: 'an hourly rate beside another charge',
    file: csv({ charge: '3 EUR/hour', base_rate: 2, currency: 'EUR' }),
    refused: 'charge',
  },
  {
    what: 'an hourly rate without a currency',
    file: csv({ hourly_rate: '1.50' }),
    refused: 'hourly_rate',
  },
  {
    what: 'a maximum without a currency beside a charge',
    file: csv({ charge: '2 EUR/hour', max_daily_rate: 15 }),
    refused: 'max_daily_rate',
  },
];

export const PRICED_FILES: readonly PricedFile[] = [...taken, ...refused];
