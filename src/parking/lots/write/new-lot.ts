import { badField } from '../../../kit/errors.ts';
import { roundPoint } from '../../../kit/geo/great-circle.ts';
import { readAll } from '../../../kit/read-all.ts';
import type { LotColumns } from '../lot-columns.ts';
import type { LotDetails } from '../lot-details.ts';
import { readName } from '../osm/tags.ts';
import { currencyOf } from '../place/country-currency.ts';
import { changeAccess, checkLabels, NO_ACCESS } from './access-settings.ts';
import { withImplied } from './features.ts';
import { HOLD_LIMITS } from './hold-limits.ts';
import type { LotReading } from './lot-reading.ts';
import type { LotRow } from './lot-row.ts';
import { readRate } from './new-rate.ts';
import { THRESHOLDS } from './occupancy-thresholds.ts';
import { placeRef } from './place-ref.ts';
import { checkSpaces, placeColumns, readDetails } from './read-details.ts';
import { slugOf } from './slug.ts';

const UNSAID = {
  ref: null,
  address: null,
  city: null,
  state: null,
  lot_type: null,
  features: [],
  ev_spaces: 0,
  accessible_spaces: 0,
  av_spaces: 0,
  opening_hours: null,
  is_capacity_estimated: false,
  area_m2: null,
  charge_text: null,
  osm_tags: {},
  data_license: null,
  is_osm_export_allowed: false,
  max_height_cm: null,
  website: null,
  status: 'active',
  is_listed: true,
  availability_shown: 'exact',
  reports_inform_only: false,
  ...HOLD_LIMITS,
  ...THRESHOLDS,
} satisfies Partial<LotColumns>;

/** Details of a lot whose spaces may be unknown. */
type Described = Omit<LotDetails, 'total_spaces'> & { total_spaces: number | null };

/**
 * The row of a new lot. Unless given, time zone and country follow from its place, and the currency
 * from its country. Errors: BAD_REQUEST naming the details.
 */
export function readNewLot(details: Described, { placeOf, readHours }: LotReading): LotColumns {
  const point = roundPoint(details);
  const place = placeOf(point.lat, point.lng);
  const { total_spaces, ...others } = details;
  const spaces = total_spaces === null ? {} : { total_spaces };
  const { said, access } = readAll({
    said: () => readDetails({ ...others, ...spaces }, readHours),
    access: () => changeAccess(NO_ACCESS, details.access ?? {}),
  });
  const country = said.country ?? place.country;
  const currency = said.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined)
    throw badField('currency', 'is needed here: no country tells which it is');
  const name = readName(details);
  const described = {
    ...UNSAID,
    ...placeColumns(point, place),
    ...said,
    name,
    slug: slugOf(name),
    total_spaces,
    country,
    ...readRate(details, currency),
    ...access,
  };
  const lot = { ...described, features: withImplied(described.features, described) };
  checkSpaces(lot);
  checkLabels(lot);
  return lot;
}

/**
 * One lot of many, which may already exist under its ref; without one, it is known again by its
 * name and place, of which its ref is made. An existing lot always keeps its slug. It keeps its
 * rate, currency, status, listing, licence, hold limits, thresholds, access, what others see of
 * how full it is and whether counts bind, where nothing is said about them; everything else is
 * replaced.
 * Errors: BAD_REQUEST naming the detail.
 */
export function readLotOfMany(details: LotDetails, reading: LotReading): LotRow {
  const lot = readNewLot(details, reading);
  const { slug, rate_id, rate_minor, rate_unit, billing_step_minutes, ...priced } = lot;
  const {
    max_daily_minor,
    has_no_daily_max,
    currency,
    data_license,
    is_osm_export_allowed,
    ...others
  } = priced;
  const { status, is_listed, hold_others_pct, hold_each_pct, ...unlimited } = others;
  const { occupancy_thresholds, availability_shown, reports_inform_only, ...untold } = unlimited;
  const { entry_instructions, is_overnight_allowed, space_labels, ...described } = untold;
  const daily = { max_daily_minor, has_no_daily_max };
  const rate = { rate_minor, rate_unit, billing_step_minutes, ...daily };
  const access = { entry_instructions, is_overnight_allowed, space_labels };
  const columns: Record<string, unknown> = described;
  const columns_if_new: Record<string, unknown> = { rate_id, slug };
  const put = (isSaid: boolean, some: object) =>
    Object.assign(isSaid ? columns : columns_if_new, some);
  put(details.base_rate !== undefined, rate);
  put(details.base_rate !== undefined || details.currency !== undefined, { currency });
  put(details.status !== undefined, { status });
  put(details.is_listed !== undefined, { is_listed });
  put(details.data_license !== undefined, { data_license });
  put(details.is_osm_export_allowed !== undefined, { is_osm_export_allowed });
  put(details.hold_limits?.others_pct !== undefined, { hold_others_pct });
  put(details.hold_limits?.each_pct !== undefined, { hold_each_pct });
  put(details.occupancy_thresholds !== undefined, { occupancy_thresholds });
  put(details.availability_shown !== undefined, { availability_shown });
  put(details.reports_inform_only !== undefined, { reports_inform_only });
  put(details.access !== undefined, access);
  return { ref: lot.ref ?? placeRef(lot.name, details), columns, columns_if_new };
}
