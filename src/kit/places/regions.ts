import { plainName } from './plain-name.ts';

/**
 * A country (ISO 3166-1 alpha-2), or with `subdivision` a part of it (the second half of ISO
 * 3166-2).
 */
export type Region = { country: string; subdivision: string | null };

const SUBDIVISIONS = `
  US AL Alabama; US AK Alaska; US AZ Arizona; US AR Arkansas; US CA California; US CO Colorado;
  US CT Connecticut; US DE Delaware; US DC District of Columbia; US FL Florida; US GA Georgia;
  US HI Hawaii; US ID Idaho; US IL Illinois; US IN Indiana; US IA Iowa; US KS Kansas;
  US KY Kentucky; US LA Louisiana; US ME Maine; US MD Maryland; US MA Massachusetts;
  US MI Michigan; US MN Minnesota; US MS Mississippi; US MO Missouri; US MT Montana;
  US NE Nebraska; US NV Nevada; US NH New Hampshire; US NJ New Jersey; US NM New Mexico;
  US NY New York; US NC North Carolina; US ND North Dakota; US OH Ohio; US OK Oklahoma;
  US OR Oregon; US PA Pennsylvania; US RI Rhode Island; US SC South Carolina; US SD South Dakota;
  US TN Tennessee; US TX Texas; US UT Utah; US VT Vermont; US VA Virginia; US WA Washington;
  US WV West Virginia; US WI Wisconsin; US WY Wyoming;
  CA AB Alberta; CA BC British Columbia; CA MB Manitoba; CA NB New Brunswick;
  CA NL Newfoundland and Labrador; CA NS Nova Scotia; CA NT Northwest Territories; CA NU Nunavut;
  CA ON Ontario; CA PE Prince Edward Island; CA QC Quebec; CA SK Saskatchewan; CA YT Yukon;
  GB ENG England; GB NIR Northern Ireland; GB SCT Scotland; GB WLS Wales
`;

/**
 * Common names that Unicode's English list of countries lacks, among them those that people write
 * after a town of their own country.
 */
const EVERYDAY_NAMES = `
  AE UAE; AT Österreich; AT Oesterreich; BE België; BE Belgique; BR Brasil; CH Schweiz; CH Suisse;
  CH Svizzera; CI Ivory Coast; CN 中国; CZ Česko; CZ Czech Republic; DE Deutschland; DK Danmark;
  ES España; FI Suomi; GB Britain; GB Great Britain; GR Ελλάδα; HR Hrvatska; HU Magyarország;
  IT Italia; JP 日本; NL Holland; NL Nederland; NO Norge; PL Polska; RU Россия; SE Sverige; TR Turkey;
  UA Україна; US USA; US United States of America
`;

/** A place is followed by its state and its country at most. */
const REGIONS_MAX = 2;
/** Words of the longest name: `South Georgia & South Sandwich Islands`. */
const NAME_WORDS_MAX = 6;
/** Most words that can name the regions after a place. */
export const REGION_WORDS_MAX = REGIONS_MAX * NAME_WORDS_MAX;

let regionsByName: Map<string, Region[]> | undefined;

/**
 * The regions that plain words name one after another (`on canada`), each with all its possible
 * meanings: `ca` is California and Canada. Undefined when a word belongs to no region, or more than
 * two regions are named.
 */
export function readRegions(words: readonly string[]): Region[][] | undefined {
  regionsByName ??= nameRegions();
  const read: Region[][] = [];
  let rest = words;
  while (rest.length > 0) {
    const { length, regions } = longestName(regionsByName, rest);
    if (regions === undefined || read.length === REGIONS_MAX) return undefined;
    read.push(regions);
    rest = rest.slice(length);
  }
  return read;
}

function longestName(named: Map<string, Region[]>, words: readonly string[]) {
  for (let length = Math.min(words.length, NAME_WORDS_MAX); length > 0; length -= 1) {
    const regions = named.get(words.slice(0, length).join(' '));
    if (regions !== undefined) return { length, regions };
  }
  return { length: 0, regions: undefined };
}

function nameRegions(): Map<string, Region[]> {
  const names = [...subdivisionNames(), ...countryNames(), ...everydayNames()];
  const named = new Map<string, Region[]>();
  for (const [name, region] of names) {
    const plain = plainName(name);
    const regions = named.get(plain) ?? [];
    named.set(plain, [...regions, region]);
  }
  return named;
}

type Named = [name: string, region: Region];

function subdivisionNames(): Named[] {
  return entriesOf(SUBDIVISIONS).flatMap(([country = '', subdivision = '', ...words]) => [
    [subdivision, { country, subdivision }],
    [words.join(' '), { country, subdivision }],
  ]);
}

function everydayNames(): Named[] {
  return entriesOf(EVERYDAY_NAMES).map(([country = '', ...words]) => [
    words.join(' '),
    { country, subdivision: null },
  ]);
}

function entriesOf(list: string): string[][] {
  return list.split(';').map((entry) => entry.trim().split(/\s+/));
}

/** Codes and English names, long and short, from Unicode's list. */
function countryNames(): Named[] {
  const long = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const short = new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style: 'short' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter(isCurrent).flatMap((country) => {
    const names = [long.of(country), short.of(country)].filter((name) => name !== undefined);
    const written = names.length > 0 ? new Set([country, ...names]) : [];
    return [...written].map((name): Named => [name, { country, subdivision: null }]);
  });
}

/** False for codes such as `UK` and `SU`, which Unicode replaces by others. */
function isCurrent(code: string): boolean {
  return new Intl.Locale('und', { region: code }).region === code;
}
