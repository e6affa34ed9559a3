import { LRUCache } from 'lru-cache';
import { plainLetters } from '../../../kit/text/plain-letters.ts';

/** What the name of a car park consists of, each part in the order of the alphabet. */
type NameParts = {
  /** What tells it from others: `rathaus`. Empty: the name says only that it is a car park. */
  words: readonly string[];
  /** Numbers, letters, directions and levels: `2`, `b`, `north`. One of two is never the other. */
  marks: readonly string[];
  /** A number in front, as in `P10 Rotteck`, which other lists often leave out; null: none. */
  code: string | null;
  /** How it says it is built; null: it does not. */
  kind: 'built' | 'open' | null;
};

const BUILT = new Set(
  (
    'parkhaus parkgarage tiefgarage parkdeck parkhouse garage garages deck carpark ph tg ' +
    'parkeergarage autosilo multistorey structure underground'
  ).split(' '),
);
const OPEN = new Set('parkplatz parkplatze parkflache lot lots surface parkeerterrein'.split(' '));
/** Words that stand in the names of car parks and tell none from another. */
const COMMON = new Set(
  (
    'p pp pr park parken parking parkings parkeren parkering parkovani parkoviste parcheggio ' +
    'aparcamiento estacionamiento estacionamento parkimine car cars und and et y e the der die ' +
    'das dem den am an im in zum zur bei beim de du des la le les of at del della dei'
  ).split(' '),
);
/** Directions of the languages that car parks here are named in, each by one name. */
const MARKS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['north', 'nord', 'norte', 'noord'],
    ['south', 'sud', 'sur', 'zuid', 'syd'],
    ['east', 'ost', 'est', 'este', 'oost'],
    ['west', 'ouest', 'oeste', 'ovest', 'vest'],
    ['middle', 'mitte', 'centre', 'central'],
    ['upper', 'oben', 'ober', 'oberes', 'oberer', 'top', 'haut'],
    ['lower', 'unten', 'unter', 'unteres', 'unterer', 'bas'],
    ['left', 'links', 'gauche'],
    ['right', 'rechts', 'droite'],
    ['front', 'vorne', 'vorn', 'vorderer'],
    ['rear', 'back', 'hinten', 'hinterer'],
    ['inner', 'innen'],
    ['outer', 'aussen'],
    ['new', 'neu', 'neues', 'neuer', 'neue'],
    ['old', 'alt', 'altes', 'alter', 'alte'],
    ['i'],
    ['ii'],
    ['iii'],
    ['iv'],
  ].flatMap(([name = '', ...others]) => [name, ...others].map((word) => [word, name])),
);
const COMPASS = /^(north|south|nord|sud|noord|zuid)(east|west|ost|est|ouest|oost)$/;
const CODE = /^\s*p[\s.-]?(\d+[a-z]?)(?![a-z0-9])/;

/** A lot is compared with each that is near it: its name would be read as often. */
const NAMES_KEPT = 2_000;
const kept = new LRUCache<string, NameParts>({ max: NAMES_KEPT, memoMethod: readParts });

/** What a name consists of, without case, accents, signs and words that every name may have. */
export const namePartsOf = (name: string): NameParts => kept.memo(name);

function readParts(name: string): NameParts {
  const plain = plainLetters(name);
  const code = CODE.exec(plain)?.[1];
  const rest = code === undefined ? plain : plain.replace(CODE, ' ');
  const words: string[] = [];
  const marks: string[] = [];
  let kind: NameParts['kind'] = null;
  for (const word of rest.split(/[^\p{Letter}\p{Number}]+/u)) {
    const spelt = spellingOf(word);
    if (spelt === '' || COMMON.has(spelt)) continue;
    if (BUILT.has(spelt)) kind = 'built';
    else if (OPEN.has(spelt)) kind ??= 'open';
    else if (isMark(spelt)) marks.push(markOf(spelt));
    else words.push(spelt);
  }
  return {
    words: words.toSorted(),
    marks: marks.toSorted(),
    code: code ?? null,
    kind,
  };
}

/** `ue` stands for an umlaut as often as not, and most streets are abbreviated. */
function spellingOf(word: string): string {
  return word.replace(/([aou])e/g, '$1').replace(/str(asse|eet)?$/, 'str');
}

function isMark(word: string): boolean {
  return (
    /\p{Number}/u.test(word) ||
    (word.length === 1 && /\p{Script=Latin}/u.test(word)) ||
    word in MARKS ||
    COMPASS.test(word)
  );
}

/** `p2`, `ph2` and `2` are the same number. */
function markOf(word: string): string {
  return MARKS[word] ?? word.replace(/^(p|ph|pp|pr|tg)(?=\d)/, '');
}
