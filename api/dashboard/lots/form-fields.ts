import { AVAILABILITY_SHOWN } from '../../../src/parking/lots/availability-shown.ts';
import { GATE_CODE_FROM } from '../../../src/parking/lots/entry-instructions.ts';
import { LOT_TYPES } from '../../../src/parking/lots/lot-type.ts';

/**
 * A field of the forms of a lot. Its name is that of the member of the body, so that what the API
 * refuses is shown beside it: `spaces.ev` is `ev` in `spaces`.
 */
export type LotField = Readonly<{
  name: string;
  label: string;
  hint?: string;
  /** `texts`: several, with commas between them; `numbers` the same. `text` unless given. */
  kind?: 'text' | 'number' | 'flag' | 'texts' | 'numbers' | 'choice' | 'long';
  options?: readonly (readonly [string, string])[];
  isRequired?: true;
  /** Whether an empty field removes what was there: null in the body. */
  isNullable?: true;
}>;

type Group = Readonly<{ title: string; isFolded?: true; fields: readonly LotField[] }>;

const optional = (name: string, label: string, more: Partial<LotField> = {}): LotField => ({
  ...{ name, label, isNullable: true },
  ...more,
});
const named = (values: readonly string[], names: Readonly<Record<string, string>> = {}) =>
  values.map((value) => [value, names[value] ?? value] as const);

const PLACE: Group = {
  title: 'Place',
  fields: [
    { name: 'name', label: 'Name', isRequired: true, hint: 'As drivers know it.' },
    optional('address', 'Street and number'),
    optional('city', 'Town'),
    optional('state', 'State or region'),
    optional('country', 'Country', { hint: 'Two letters, such as CA; left out: by the place.' }),
    { name: 'lat', label: 'Latitude', kind: 'number', isRequired: true, hint: 'In degrees.' },
    { name: 'lng', label: 'Longitude', kind: 'number', isRequired: true, hint: 'In degrees.' },
    {
      ...{ name: 'timezone', label: 'Time zone' },
      hint: 'Such as America/Toronto; left out: by the place.',
    },
  ],
};

const SPACES: Group = {
  title: 'Spaces',
  fields: [
    { name: 'total_spaces', label: 'Spaces, of all kinds', kind: 'number', isRequired: true },
    { name: 'spaces.ev', label: 'Of these: where vehicles charge', kind: 'number' },
    { name: 'spaces.accessible', label: 'Of these: accessible', kind: 'number' },
    { name: 'spaces.av', label: 'Of these: for self-driving vehicles', kind: 'number' },
    optional('lot_type', 'How it is built', {
      kind: 'choice',
      options: [['', 'not known'], ...named(LOT_TYPES)],
    }),
    optional('max_height_cm', 'Highest vehicle, in cm', { kind: 'number', hint: 'Left out: any.' }),
    {
      ...{ name: 'features', label: 'Tags', kind: 'texts' },
      hint: 'With commas: access:public, park_and_ride, maxstay:2 hours',
    },
  ],
};

const HOURS: Group = {
  title: 'Hours and entry',
  fields: [
    optional('opening_hours', 'Opening hours', {
      hint: 'Such as Mo-Fr 08:00-18:00, or 24/7. Left out: not known.',
    }),
    { name: 'access.overnight', label: 'Vehicles may stay while it is closed', kind: 'flag' },
    optional('access.gate_code', 'Gate code', { hint: 'Shown to those who park here, no others.' }),
    optional('access.gate_code_from', 'The code is shown', {
      kind: 'choice',
      options: [
        ['', 'as usual: once the payment is authorised'],
        ...named(GATE_CODE_FROM, {
          start: 'from the start of the stay',
          authorization: 'once the payment is authorised',
        }),
      ],
    }),
    optional('access.entry_lane', 'Which way in'),
    optional('access.exit_procedure', 'How to get out'),
    optional('access.notes', 'What else vehicles have to know', { kind: 'long' }),
    {
      ...{ name: 'access.space_labels', label: 'Labels painted on spaces', kind: 'texts' },
      hint: 'With commas: A1, A2',
    },
  ],
};

const SHOWN: Group = {
  title: 'Who sees it',
  fields: [
    { name: 'is_listed', label: 'Searches and feeds show it', kind: 'flag' },
    {
      ...{ name: 'status', label: 'Status', kind: 'choice' },
      options: [
        ['active', 'in use'],
        ['closed', 'closed: no new stays and holds'],
      ],
    },
    {
      ...{ name: 'availability_shown', label: 'Of how full it is, others see', kind: 'choice' },
      options: named(AVAILABILITY_SHOWN, {
        exact: 'how many spaces are free',
        level: 'whether it is free, nearly full or full',
        none: 'nothing',
      }),
    },
    optional('website', 'Its own page', { hint: 'An address, https://…' }),
  ],
};

const MORE: Group = {
  title: 'More',
  isFolded: true,
  fields: [
    optional('ref', 'Your own name for it', { hint: 'Imports know the lot again by it.' }),
    {
      ...{ name: 'reports_inform_only', label: 'Counts of vehicles only inform', kind: 'flag' },
      hint: 'Otherwise a count that says full keeps new stays away for 15 minutes.',
    },
    {
      ...{ name: 'hold_limits.others_pct', label: 'Other operators may hold, in percent' },
      kind: 'number',
    },
    { name: 'hold_limits.each_pct', label: 'Each of them, in percent', kind: 'number' },
    {
      ...{ name: 'occupancy_thresholds', label: 'Events at these percents of the spaces' },
      ...{ kind: 'numbers', hint: 'With commas: 80, 95' },
    },
    { name: 'currency', label: 'Currency', hint: 'ISO 4217; left out: that of the country.' },
    optional('data_license', 'Licence of the data', { hint: 'Such as ODbL-1.0.' }),
    {
      ...{ name: 'is_osm_export_allowed', label: 'OpenStreetMap may have the data', kind: 'flag' },
    },
  ],
};

/** What a lot starts with; afterwards the tariff has a page of its own. */
const PRICE: Group = {
  title: 'Price',
  fields: [
    {
      ...{ name: 'base_rate', label: 'Rate, in units of the currency', kind: 'number' },
      hint: 'Left out: nothing is sold until a rate is posted.',
    },
    {
      ...{ name: 'rate_unit', label: 'For', kind: 'choice' },
      options: [
        ['hour', 'an hour'],
        ['day', 'a day'],
      ],
    },
    { name: 'max_daily_rate', label: 'Most that 24 hours cost', kind: 'number' },
  ],
};

export const NEW_LOT: readonly Group[] = [PLACE, SPACES, PRICE, HOURS, SHOWN, MORE];
export const CHANGED_LOT: readonly Group[] = [PLACE, SPACES, HOURS, SHOWN, MORE];
