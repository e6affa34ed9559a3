import { newId } from '../../../access/ids.ts';
import { badField } from '../../../kit/errors.ts';
import { roundPoint } from '../../../kit/geo/great-circle.ts';
import { readAll } from '../../../kit/read-all.ts';
import { readPosted } from '../../../tariffs/input/read-posted.ts';
import { postedColumns, postedTariff } from '../../../tariffs/posted-tariff.ts';
import type { LotPlace } from '../../../tariffs/price/lot-clock.ts';
import { NO_ACCESS } from '../fields/access-fields.ts';
import { withImplied } from '../fields/features.ts';
import type { LotColumns } from '../lot-columns.ts';
import type { LotDetails, RateDetails } from '../lot-details.ts';
import { readName } from '../osm/tags.ts';
import { currencyOf } from '../place/country-currency.ts';
import { changeAccess, checkLabels } from './access-settings.ts';
import type { LotReading } from './lot-reading.ts';
import type { LotRow } from './lot-row.ts';
import { placeRef } from './place-ref.ts';
import { checkSpaces, DEFAULTS, keptColumns, placeColumns, readDetails } from './read-details.ts';
import { slugOf } from './slug.ts';

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
  const { stated, access } = readAll({
    stated: () => readDetails({ ...others, ...spaces }, readHours),
    access: () => changeAccess(NO_ACCESS, details.access ?? {}),
  });
  const country = stated.country ?? place.country;
  const currency = stated.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined) throw badField('currency', 'is needed here: no country gives it');
  const name = readName(details);
  const described = {
    ...DEFAULTS,
    ...placeColumns(point, place),
    ...stated,
    name,
    slug: slugOf(name),
    totalSpaces: total_spaces,
    country,
    currency,
    ...readRate(details, {
      ...{ timezone: place.timezone, country, state: stated.state ?? null },
      currency,
    }),
    ...access,
  };
  const lot = { ...described, features: withImplied(described.features, described) };
  checkSpaces(lot);
  checkLabels(lot);
  return lot;
}

/**
 * One lot of many, which may already exist under its ref; without one, it is found again by a ref
 * made of its name and place. A lot that exists keeps its slug and, where the row does not state
 * them, its rate, its currency and the fields that are `isKept`; everything else is replaced.
 * Errors: BAD_REQUEST naming the detail.
 */
export function readLotOfMany(details: LotDetails, reading: LotReading): LotRow {
  const lot = readNewLot(details, reading);
  const kept = keptColumns(details, reading.readHours);
  const isKept = ([column]: [string, unknown]) => kept.has(column);
  const columns = Object.entries(lot);
  return {
    ref: lot.ref ?? placeRef(lot.name, details),
    columns: Object.fromEntries(columns.filter((column) => !isKept(column))),
    columnsIfNew: Object.fromEntries(columns.filter(isKept)),
  };
}

/** The columns of the rate that a new lot posts. Errors: BAD_REQUEST naming the detail. */
function readRate(details: RateDetails, lot: LotPlace & { currency: string }) {
  const tariff = readPosted(details, lot);
  return {
    ...postedColumns(tariff && postedTariff(tariff)),
    rateId: tariff === null ? null : newId('rate'),
  };
}
