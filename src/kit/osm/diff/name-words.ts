import { plainLetters } from '../../text/plain-letters.ts';

/** The parts of a lot's name by which it can be told from its neighbours. */
export type NameWords = {
  /** Words that are not said of most lots; no generic word (`Parkhaus`), no number. */
  words: readonly string[];
  /** Numbers of lots, as on signs: `P4` is `4`. */
  codes: readonly string[];
  numbers: readonly string[];
  /** One letter each: n, s, e, w. */
  directions: readonly string[];
};

const GENERIC = new Set(
  (
    'parkhaus parkplatz parkplatze parkgarage tiefgarage garage garagen parkdeck parkhalle ' +
    'parkpalette parken parking parkings park parks parkin pr ph tg pp car carpark lot lots deck ' +
    'level space spaces ramp structure multistorey underground surface public private stellplatz ' +
    'stellplatze parkeren parkeerplaats parkeergarage parkering parkeringshus parkeringsplads ' +
    'parkeringsplats pysakointi pysakointialue pysakointitalo parcheggio parcheggi autosilo ' +
    'aparcamiento estacionamiento estacionamento stationnement parc souterrain strasse street ' +
    'road avenue rue via calle am an auf bei beim der die das dem den des im in ins zum zur und ' +
    'the of at and de la le les du del da di et y i og ved till'
  ).split(' '),
);
/** Chains: the name of a chain alone does not say which of its lots is meant. */
const CHAINS =
  /\b(?:q[- ]?park|apcoa|contipark|europark|indigo|ncp|goldbeck|effia|interparking)\b/g;
const SHORT_FORMS: Readonly<Record<string, string>> = {
  hbf: 'hauptbahnhof',
  bhf: 'bahnhof',
  bf: 'bahnhof',
  str: 'strasse',
  pl: 'platz',
  nord: 'north',
  sud: 'south',
  ost: 'east',
  west: 'west',
  zob: 'busbahnhof',
};
const DIRECTIONS: Readonly<Record<string, string>> = {
  north: 'n',
  nord: 'n',
  norte: 'n',
  south: 's',
  sued: 's',
  sur: 's',
  east: 'e',
  este: 'e',
  west: 'w',
  ouest: 'w',
  oeste: 'w',
};
const ROMAN: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4' };
/** What German joins to the word that matters: `Bahnhofsgarage`. */
const GENERIC_ENDING = /(?:s|en)?(?:tiefgarage|parkhaus|parkplatz|parkdeck|garage)$/;
const STEM_LETTERS_MIN = 4;
/** `P4`, `P 4`, `PH05`; the digits of `P+R 2` are such a number, too. */
const CODE = /(?<![\p{L}\p{N}])p(?:h|p|\+r)? ?0*(\d{1,3})(?![\p{L}\p{N}])/gu;

/** Reads a name as people write it; an empty name has no words. */
export function nameWords(name: string): NameWords {
  const plain = plainLetters(name).replaceAll(CHAINS, ' ');
  const codes = [...plain.matchAll(CODE)].map(([, digits = '']) => digits);
  const found = plain
    .replaceAll(CODE, ' ')
    .replaceAll(/str\.?(?![\p{L}\p{N}])/gu, 'strasse ')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => ROMAN[word] ?? SHORT_FORMS[word] ?? word);
  const words = found.filter((word) => /\p{L}/u.test(word) && !(word in DIRECTIONS)).map(stem);
  return {
    words: [...new Set(words.filter((word) => word.length > 1 && !GENERIC.has(word)))],
    codes,
    numbers: found.filter((word) => /^\d+$/.test(word)),
    directions: found.flatMap((word) => DIRECTIONS[word] ?? []),
  };
}

function stem(word: string): string {
  const rest = word.replace(GENERIC_ENDING, '');
  return rest.length >= STEM_LETTERS_MIN ? rest : word;
}
