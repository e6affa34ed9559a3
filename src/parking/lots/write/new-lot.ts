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
  lotType: null,
  features: [],
  evSpaces: 0,
  accessibleSpaces: 0,
  avSpaces: 0,
  openingHours: null,
  isCapacityEstimated: false,
  areaM2: null,
  chargeText: null,
  osmTags: {},
  dataLicense: null,
  isOsmExportAllowed: false,
  maxHeightCm: null,
  website: null,
  status: 'active',
  isListed: true,
  availabilityShown: 'exact',
  reportsInformOnly: false,
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
    totalSpaces: total_spaces,
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
  const { slug, rateId, rateMinor, rateUnit, billingStepMinutes, ...priced } = lot;
  const { maxDailyMinor, hasNoDailyMax, currency, dataLicense, isOsmExportAllowed, ...others } =
    priced;
  const { status, isListed, holdOthersPct, holdEachPct, ...unlimited } = others;
  const { occupancyThresholds, availabilityShown, reportsInformOnly, ...untold } = unlimited;
  const { entryInstructions, isOvernightAllowed, spaceLabels, ...described } = untold;
  const daily = { maxDailyMinor, hasNoDailyMax };
  const rate = {
    rateMinor,
    rateUnit,
    billingStepMinutes,
    ...daily,
  };
  const access = {
    entryInstructions,
    isOvernightAllowed,
    spaceLabels,
  };
  const columns: Record<string, unknown> = described;
  const columnsIfNew: Record<string, unknown> = { rateId, slug };
  const put = (isSaid: boolean, some: object) =>
    Object.assign(isSaid ? columns : columnsIfNew, some);
  put(details.base_rate !== undefined, rate);
  put(details.base_rate !== undefined || details.currency !== undefined, { currency });
  put(details.status !== undefined, { status });
  put(details.is_listed !== undefined, { isListed });
  put(details.data_license !== undefined, { dataLicense });
  put(details.is_osm_export_allowed !== undefined, { isOsmExportAllowed });
  put(details.hold_limits?.others_pct !== undefined, { holdOthersPct });
  put(details.hold_limits?.each_pct !== undefined, { holdEachPct });
  put(details.occupancy_thresholds !== undefined, { occupancyThresholds });
  put(details.availability_shown !== undefined, { availabilityShown });
  put(details.reports_inform_only !== undefined, { reportsInformOnly });
  put(details.access !== undefined, access);
  return { ref: lot.ref ?? placeRef(lot.name, details), columns, columnsIfNew };
}
