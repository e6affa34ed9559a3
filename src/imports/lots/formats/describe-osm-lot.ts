import { badField, type FieldProblem } from '../../../kit/errors.ts';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { addressOf } from '../../../kit/osm/address-of.ts';
import { type Access, readAccess } from '../../../kit/osm/values/access.ts';
import { readHeight } from '../../../kit/osm/values/height.ts';
import { maxStayFeatures, readMaxStay } from '../../../kit/osm/values/max-stay.ts';
import {
  readCovered,
  readParkingType,
  readParkRide,
  readSupervised,
  readWebsite,
} from '../../../kit/osm/values/plain-tags.ts';
import {
  asRead,
  asText,
  asUnknown,
  noteReader,
  type Reading,
  type Tags,
} from '../../../kit/osm/values/reading.ts';
import {
  readCapacity,
  readSpecialSpaces,
  type SpecialSpaces,
} from '../../../kit/osm/values/spaces.ts';
import { unreadRules } from '../../../kit/osm/values/unread-rules.ts';
import { hasRoof } from '../../../parking/lots/lot-type.ts';
import { NAME_LENGTH_MAX, readText, TEXT_LENGTH_MAX } from '../../../parking/lots/osm/tags.ts';
import { isCountry } from '../../../parking/lots/place/country-currency.ts';
import { withoutConditions } from '../../../tariffs/formats/osm/read-osm-charge.ts';
import type { LotPlace } from '../../../tariffs/price/lot-clock.ts';
import { hoursIn } from '../features/hours-in.ts';
import type { LotDescription } from '../features/lot-description.ts';
import { readPriceLists, type StatedLists } from '../prices/read-price-lists.ts';

/** `currency` is that of the country that the lot is in; null: not known. */
type Context = {
  currency: string | null;
  place: LotPlace;
  now: Date;
  readHours: HoursReader;
  /** What the file says of the price in other words than tags. */
  stated: StatedLists;
};

/** A value of OpenStreetMap has 255 characters at most, those of other files more. */
const TAG_LENGTH_MAX = 2_000;
const TAGS_MAX = 500;
/** Of all tags of a lot together, so that an audit row or event of it stays small. */
const TAGS_LENGTH_MAX = 50_000;
/** What was once a car park, or will be one. */
const NOT_NOW = /^(abandoned|construction|demolished|disused|planned|proposed|razed|removed|was):/;

/**
 * Reads OpenStreetMap tags and two of our own: `charge:max` (the most that a day costs) and
 * `capacity:autonomous` (spaces for self-driving vehicles). A value that cannot be read is left to
 * be kept as text, with a note. Errors: BAD_REQUEST for what is no car park, and naming tags that
 * cannot be stored.
 */
export function describeOsmLot(
  tags: Tags,
  { readHours, stated, ...where }: Context,
): LotDescription {
  checkKind(tags);
  checkTags(tags);
  const details = noteReader();
  const price = readPriceLists(stated, tags, where);
  const rules = noteReader(unreadRules(price.kind === 'tariff' ? withoutConditions(tags) : tags));
  const capacity = details.read(readCapacity(tags)) ?? null;
  const total = capacity === null || capacity.isEstimate ? null : capacity.spaces;
  const spaces = (key: string) => details.read(readSpecialSpaces(tags, key, total));
  const ev = spaces('capacity:charging');
  const accessible = spaces('capacity:disabled');
  const av = spaces('capacity:autonomous');
  const type = details.read(readParkingType(tags)) ?? null;
  const isCovered = details.read(readCovered(tags)) ?? hasRoof(type);
  const isSupervised = details.read(readSupervised(tags)) ?? false;
  const isParkAndRide = details.read(readParkRide(tags)) ?? false;
  const access = rules.read(readAccess(tags));
  const stay = rules.read(readMaxStay(tags));
  const height = rules.read(readHeight(tags));
  return {
    name: readText(tags, 'name', NAME_LENGTH_MAX) ?? null,
    address: readText({ 'addr:full': addressOf(tags) }, 'addr:full') ?? null,
    ...readTown(tags),
    country: details.read(readCountry(tags)) ?? null,
    capacity,
    price,
    lotType: type,
    features: [
      ...accessFeatures(access),
      ...(isThere(accessible) ? ['accessible'] : []),
      ...(isThere(av) ? ['av'] : []),
      ...(isCovered ? ['covered'] : []),
      ...(isThere(ev) ? ['ev_charging'] : []),
      ...(stay === undefined ? [] : maxStayFeatures(stay)),
      ...(isParkAndRide ? ['park_and_ride'] : []),
      ...(isSupervised ? ['supervised'] : []),
    ],
    evSpaces: countOf(ev),
    accessibleSpaces: countOf(accessible),
    avSpaces: countOf(av),
    openingHours: rules.read(hoursIn(tags, readHours)) ?? null,
    maxHeightCm: height?.kind === 'limit' ? height.centimetres : null,
    website: details.read(readAddress(tags)) ?? null,
    isListed: access === undefined ? null : access !== 'closed',
    tags,
    notes: oncePerField([
      ...details.notes,
      ...(price.kind === 'text' ? price.problems : []),
      ...rules.notes,
    ]),
    hasUnreadRules: rules.notes.length > 0,
  };
}

function readTown(tags: Tags): Pick<LotDescription, 'city' | 'state'> {
  const [city = null, state = null] = [readText(tags, 'addr:city'), readText(tags, 'addr:state')];
  return { city, state };
}

/** A condition of the price is a rule, too. */
function oncePerField(notes: readonly FieldProblem[]): FieldProblem[] {
  return [...new Map(notes.toReversed().map((note) => [note.field, note])).values()].toReversed();
}

/** Extracts of a map often contain other places for vehicles, such as bicycle stands. */
function checkKind(tags: Tags): void {
  const { amenity } = tags;
  if (amenity !== undefined && amenity !== 'parking')
    throw badField('amenity', `is "${readText(tags, 'amenity')}", not parking`);
  const former = Object.keys(tags).find((key) => NOT_NOW.test(key) && key.endsWith(':amenity'));
  if (amenity === undefined && former !== undefined)
    throw badField(former, 'says that it is not a car park now');
}

function checkTags(tags: Tags): void {
  const entries = Object.entries(tags);
  if (entries.length > TAGS_MAX) throw badField('properties', `are more than ${TAGS_MAX}`);
  const length = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (length > TAGS_LENGTH_MAX)
    throw badField('properties', `have more than ${TAGS_LENGTH_MAX} characters together`);
  for (const [key, value] of entries)
    for (const text of [key, value]) {
      const field = key.slice(0, NAME_LENGTH_MAX).toWellFormed().replaceAll('\0', ' ');
      if (text.length > TAG_LENGTH_MAX)
        throw badField(field, `must have at most ${TAG_LENGTH_MAX} characters`);
      if (!text.isWellFormed() || text.includes('\0'))
        throw badField(field, 'must hold no null characters or broken ones');
    }
}

/** Who may park, where that is stated; `closed` is not listed instead. */
function accessFeatures(access: Access | undefined): string[] {
  return access === undefined || access === 'closed' ? [] : [`access:${access}`];
}

function isThere(spaces: SpecialSpaces | undefined): boolean {
  return spaces?.kind === 'some' || countOf(spaces) > 0;
}

function countOf(spaces: SpecialSpaces | undefined): number {
  return spaces?.kind === 'count' ? spaces.spaces : 0;
}

/** A longer address than a lot can have is kept as text. */
function readAddress(tags: Tags): Reading<string> {
  const website = readWebsite(tags);
  const isLong = website.kind === 'read' && website.value.length > TEXT_LENGTH_MAX;
  return isLong ? asText('website', website.value, 'is too long') : website;
}

function readCountry(tags: Tags): Reading<string> {
  const text = readText(tags, 'addr:country');
  if (text === undefined) return asUnknown();
  const country = text.toUpperCase();
  return isCountry(country)
    ? asRead(country)
    : asText('addr:country', text, 'is not ISO 3166-1 alpha-2');
}
