import { badField } from '../../../kit/errors.ts';
import { greatCircleMetres, type LatLng } from '../../../kit/geo/great-circle.ts';
import { fallbackName } from '../../../kit/osm/fallback-name.ts';
import { readAll } from '../../../kit/read-all.ts';
import { currencyOf } from '../../../parking/lots/place/country-currency.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import { placeRef, placeText } from '../../../parking/lots/write/place-ref.ts';
import { postedColumns, postedTariff } from '../../../tariffs/posted-tariff.ts';
import { readPosition } from '../features/feature-position.ts';
import type { FileFeature } from '../features/file-feature.ts';
import { describeFeature } from '../formats/describe-feature.ts';
import type { TagDialect } from '../formats/dialect.ts';
import { checkPlace } from './check-place.ts';
import { readRef } from './identify-lot.ts';
import { withPlace } from './place-of-row.ts';
import { readPosting } from './posting.ts';

/** A lot farther from its city than this has wrong coordinates. */
const CITY_RADIUS_M = 50_000;

type Reading = LotReading & { now: Date };

/** What a feature says of its lot, with what follows from its place. */
export function readFeature(feature: FileFeature, dialect: TagDialect, reading: Reading) {
  const { position, given } = readAll({
    position: () => readPosition(withPlace(feature, dialect), reading),
    given: () => readRef(feature, dialect) ?? feature.osmId,
  });
  const { sent, point, place } = position;
  const usual = place.country === null ? undefined : currencyOf(place.country);
  const lot = describeFeature(feature, dialect, {
    ...reading,
    currency: usual ?? null,
    place: { timezone: place.timezone, country: place.country, state: null },
  });
  if (dialect.name === 'parkapi') checkNearCity(point, dialect.centre);
  const posting = readPosting(lot);
  const stated = { country: lot.country, currency: posting.posted?.currency ?? null };
  checkPlace(point, place, stated, reading.placeOf);
  const country = lot.country ?? place.country;
  const currency = stated.currency ?? (country === null ? undefined : currencyOf(country));
  if (currency === undefined)
    throw badField(
      'addr:country',
      'is needed here: neither the charge nor a country gives the currency',
    );
  const name = lot.name ?? fallbackName(lot.tags, given ?? placeText(sent));
  // From the unrounded position, so that lots imported earlier keep their refs.
  const ref = given ?? placeRef(name, sent);
  const tariff = posting.posted && postedTariff(posting.posted.tariff);
  const rate = { ...postedColumns(tariff ?? null), currency };
  return { lot, position, posting, country, rate, name, ref };
}

function checkNearCity(point: LatLng, centre: LatLng | null): void {
  const distanceKm = centre === null ? 0 : Math.round(greatCircleMetres(centre, point) / 1_000);
  if (distanceKm * 1_000 > CITY_RADIUS_M)
    throw badField('geometry', `is ${distanceKm} km from the city of this file`);
}
