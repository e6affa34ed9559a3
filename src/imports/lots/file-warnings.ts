import type { FieldProblem } from '../../kit/errors.ts';
import { greatCircleMetres, type LatLng } from '../../kit/geo/great-circle.ts';
import { isObject } from '../../kit/is-object.ts';
import { ownName } from '../../kit/osm/export/own-names.ts';
import type { Tags } from '../../kit/osm/values/reading.ts';
import { counted } from '../../kit/text/counted.ts';
import { shownText } from '../../kit/text/shown-text.ts';
import type { NumberedRow } from '../../parking/lots/write/batch/numbered-rows.ts';

/** What is probably not meant; the row is imported. `row` null: it is about the whole file. */
export type FileWarning = FieldProblem & { row: number | null; name: string | null };

/** A lot is far when it is both so far from the middle, and so many times the usual distance. */
const FAR_METRES_MIN = 50_000;
const FAR_TIMES_MIN = 10;
/** More of all lots than this, together in another place, are those of another town. */
const TOWN_SHARE_MIN = 0.05;
/** With fewer lots nobody knows what is usual. */
const LOTS_MIN = 4;
const WARNINGS_MAX = 1_000;
const KILOMETRE_METRES = 1_000;
/** From so many lots with one name, such as `Parkplatz`, there is a warning. */
const ALIKE_MIN = 3;

const COUNTRIES_MAX = 10;

type Seen = { row: number; name: string | null; point: LatLng };

/** Looks at all lots of a file together. */
export function fileWarnings() {
  const seen: Seen[] = [];
  const namesakes = new Map<string, number>();
  const countries = new Map<string, number>();
  const unknown = { capacity: 0, type: 0, name: 0 };
  return {
    add({ row, name, ref, columns, columnsIfNew }: NumberedRow): void {
      const lot = { ...columnsIfNew, ...columns } as Record<string, unknown>;
      seen.push({ row, name, point: { lat: Number(lot.latitude), lng: Number(lot.longitude) } });
      const text = String(lot.name);
      namesakes.set(text, (namesakes.get(text) ?? 0) + 1);
      const country = String(lot.country);
      countries.set(country, (countries.get(country) ?? 0) + 1);
      if (lot.totalSpaces === null) unknown.capacity += 1;
      if (lot.lotType === null) unknown.type += 1;
      const osmTags = isObject(lot.osmTags) ? (lot.osmTags as Tags) : {};
      if (ownName({ name: text, ref, osmTags }) === undefined) unknown.name += 1;
    },
    warnings(): FileWarning[] {
      const places = [...ofCountries(countries), ...ofPlaces(seen)];
      const all = [...ofFile(seen.length, unknown), ...ofNames(namesakes), ...places];
      return all.slice(0, WARNINGS_MAX);
    },
  };
}

const ofWhole = (field: string, reason: string) => ({ row: null, name: null, field, reason });

function ofFile(count: number, unknown: Record<'capacity' | 'type' | 'name', number>) {
  const notStated = (field: string, missing: number, what: string) =>
    missing === 0 ? [] : [ofWhole(field, `${missing} of ${counted(count, 'lot')} ${what}`)];
  return [
    ...notStated(
      'name',
      unknown.name,
      'have no name of their own: called by operator, street or place',
    ),
    ...notStated(
      'capacity',
      unknown.capacity,
      'come without one: nobody can park there until it is known',
    ),
    ...notStated('type', unknown.type, 'do not say what kind they are'),
  ];
}

function ofNames(namesakes: ReadonlyMap<string, number>) {
  return [...namesakes]
    .filter(([, count]) => count >= ALIKE_MIN)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => ofWhole('name', `${count} lots are called "${shownText(name)}"`));
}

/** Of few lots, only their countries show that one has a wrong sign. */
function ofCountries(countries: ReadonlyMap<string, number>) {
  if (countries.size < 2) return [];
  const most = [...countries].toSorted(([, one], [, other]) => other - one);
  const listed = most.slice(0, COUNTRIES_MAX).map(([code, count]) => `${code} (${count})`);
  const more = most.length > listed.length ? ' …' : '';
  return [
    ofWhole('country', `lots are in ${countries.size} countries: ${listed.join(', ')}${more}`),
  ];
}

function ofPlaces(seen: readonly Seen[]): FileWarning[] {
  if (seen.length < LOTS_MIN) return [];
  const middle = {
    lat: median(seen.map(({ point }) => point.lat)),
    lng: median(seen.map(({ point }) => point.lng)),
  };
  const distances = seen.map(({ point }) => greatCircleMetres(middle, point));
  const limit = Math.max(FAR_METRES_MIN, FAR_TIMES_MIN * median(distances));
  const far = [...seen.keys()].filter((i) => (distances[i] ?? 0) > limit);
  if (far.length > WARNINGS_MAX) return [];
  const alone = far.filter((i) => {
    const near = far.filter((j) => metresBetween(seen[i], seen[j]) < limit);
    return near.length <= Math.max(1, seen.length * TOWN_SHARE_MIN);
  });
  return alone.flatMap((i) => {
    const {
      row,
      name,
      point: { lat, lng },
    } = seen[i] as Seen;
    const kilometres = Math.round((distances[i] ?? 0) / KILOMETRE_METRES);
    const place = `(latitude ${lat}, longitude ${lng})`;
    const reason = `${place} is ${kilometres} km from the middle of the others: is a sign wrong?`;
    return [{ row, name, field: 'place', reason }];
  });
}

function metresBetween(one: Seen | undefined, other: Seen | undefined): number {
  return one && other ? greatCircleMetres(one.point, other.point) : Number.NaN;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
