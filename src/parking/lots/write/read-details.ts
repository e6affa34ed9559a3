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
  total_spaces: (totalSpaces) => ({ totalSpaces, isCapacityEstimated: false }),
  lot_type: (lotType) => ({ lotType }),
  features(features) {
    checkFeatures(features);
    return { features };
  },
  spaces: ({ ev, accessible, av }) => ({
    ...(ev !== undefined && { evSpaces: ev }),
    ...(accessible !== undefined && { accessibleSpaces: accessible }),
    ...(av !== undefined && { avSpaces: av }),
  }),
  opening_hours(value, readHours) {
    const openingHours = readTextOrNull('opening_hours', value);
    return { openingHours: openingHours === null ? null : readHours(openingHours) };
  },
  max_height_cm: (maxHeightCm) => ({ maxHeightCm }),
  website: (website) => ({ website: readWebsite({ website }) }),
  ref: (ref) => ({ ref: readText({ ref }, 'ref', REF_LENGTH_MAX) ?? null }),
  status: (status) => ({ status }),
  is_listed: (isListed) => ({ isListed }),
  data_license: (value) => ({ dataLicense: readLicense(value) }),
  is_osm_export_allowed: (isOsmExportAllowed) => ({ isOsmExportAllowed }),
  hold_limits: ({ others_pct, each_pct }) => ({
    ...(others_pct !== undefined && { holdOthersPct: others_pct }),
    ...(each_pct !== undefined && { holdEachPct: each_pct }),
  }),
  occupancy_thresholds: (thresholds) => ({
    occupancyThresholds: thresholds.toSorted((a, b) => a - b),
  }),
  availability_shown: (availabilityShown) => ({ availabilityShown }),
  reports_inform_only: (reportsInformOnly) => ({ reportsInformOnly }),
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
  const { totalSpaces: total } = lot;
  if (total === null) return;
  for (const kind of ['ev', 'accessible', 'av'] as const)
    if (lot[`${kind}Spaces`] > total)
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
