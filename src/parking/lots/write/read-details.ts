import { badField } from '../../../kit/errors.ts';
import { cellAt } from '../../../kit/geo/cells.ts';
import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { isCurrency } from '../../../kit/money.ts';
import { readAll } from '../../../kit/read-all.ts';
import { counted } from '../../../kit/text/counted.ts';
import type { LotColumns } from '../lot-columns.ts';
import type { LotChanges } from '../lot-details.ts';
import { REF_LENGTH_MAX, readName, readText, readWebsite } from '../osm/tags.ts';
import { isCountry } from '../place/country-currency.ts';
import type { Place } from '../place/place.ts';
import { readTimezone } from '../place/read-timezone.ts';
import { readLicense } from './data-license.ts';
import { checkFeatures } from './features.ts';

/** Details that each decide their own columns, whatever the other details are. */
export type PlainDetails = Omit<LotChanges, 'lat' | 'lng' | 'access'>;

type Readers = {
  [Name in keyof Required<PlainDetails>]: (
    value: Exclude<PlainDetails[Name], undefined>,
    readHours: HoursReader,
  ) => Partial<LotColumns>;
};

const READERS: Readers = {
  name: (name) => ({ name: readName({ name }) }),
  address: (value) => ({ address: readTextOrNull('address', value) }),
  city: (value) => ({ city: readTextOrNull('city', value) }),
  state: (value) => ({ state: readTextOrNull('state', value) }),
  country: (value) => ({ country: value === null ? null : readCountry(value) }),
  timezone: (value) => ({ timezone: readTimezone('timezone', value) }),
  currency: (value) => ({ currency: readCurrency(value) }),
  total_spaces: (total_spaces) => ({ total_spaces, is_capacity_estimated: false }),
  lot_type: (lot_type) => ({ lot_type }),
  features(features) {
    checkFeatures(features);
    return { features };
  },
  spaces: ({ ev, accessible, av }) => ({
    ...(ev !== undefined && { ev_spaces: ev }),
    ...(accessible !== undefined && { accessible_spaces: accessible }),
    ...(av !== undefined && { av_spaces: av }),
  }),
  opening_hours(value, readHours) {
    const opening_hours = readTextOrNull('opening_hours', value);
    return { opening_hours: opening_hours === null ? null : readHours(opening_hours) };
  },
  max_height_cm: (max_height_cm) => ({ max_height_cm }),
  website: (website) => ({ website: readWebsite({ website }) }),
  ref: (ref) => ({ ref: readText({ ref }, 'ref', REF_LENGTH_MAX) ?? null }),
  status: (status) => ({ status }),
  is_listed: (is_listed) => ({ is_listed }),
  data_license: (value) => ({ data_license: readLicense(value) }),
  is_osm_export_allowed: (is_osm_export_allowed) => ({ is_osm_export_allowed }),
  hold_limits: ({ others_pct, each_pct }) => ({
    ...(others_pct !== undefined && { hold_others_pct: others_pct }),
    ...(each_pct !== undefined && { hold_each_pct: each_pct }),
  }),
  occupancy_thresholds: (thresholds) => ({
    occupancy_thresholds: thresholds.toSorted((a, b) => a - b),
  }),
  availability_shown: (availability_shown) => ({ availability_shown }),
  reports_inform_only: (reports_inform_only) => ({ reports_inform_only }),
};

/** The columns that these details decide. Errors: BAD_REQUEST naming all details that are wrong. */
export function readDetails(details: PlainDetails, readHours: HoursReader): Partial<LotColumns> {
  const readers: Record<string, () => Partial<LotColumns>> = {};
  for (const name of Object.keys(READERS) as (keyof Readers)[]) {
    const value = details[name];
    // Each reader gets its own detail's value; the compiler cannot follow this through a union.
    const read = READERS[name] as (value: unknown, hours: HoursReader) => Partial<LotColumns>;
    if (value !== undefined) readers[name] = () => read(value, readHours);
  }
  return Object.assign({}, ...Object.values(readAll(readers)));
}

/** The place of a lot as columns of its row; `point` is rounded. */
export function placeColumns({ lat, lng }: LatLng, place: Place) {
  // Text, because JSON numbers cannot hold it.
  const cell = String(cellAt(lat, lng));
  return { latitude: lat, longitude: lng, cell, timezone: place.timezone };
}

/** No kind may have more spaces than the lot. Errors: BAD_REQUEST naming the kind. */
export function checkSpaces(lot: LotColumns): void {
  const { total_spaces: total } = lot;
  if (total === null) return;
  for (const kind of ['ev', 'accessible', 'av'] as const)
    if (lot[`${kind}_spaces`] > total)
      throw badField(`spaces.${kind}`, `must be at most the ${counted(total, 'space')} of the lot`);
}

function readTextOrNull(field: string, value: string | null): string | null {
  return readText({ [field]: value }, field) ?? null;
}

function readCountry(value: string): string {
  const country = value.toUpperCase();
  if (!isCountry(country)) throw badField('country', 'must be ISO 3166-1 alpha-2');
  return country;
}

function readCurrency(value: string): string {
  const currency = value.toLowerCase();
  if (!isCurrency(currency)) throw badField('currency', 'is not an ISO 4217 currency');
  return currency;
}
