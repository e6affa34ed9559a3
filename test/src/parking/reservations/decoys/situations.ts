/**
 * Where a lot is, from a point in the middle of Toronto, and what differs from the lot that a
 * sentence is about.
 */
export type SituationLot = {
  name: string;
  eastM?: number;
  northM?: number;
  /** A point of its own in place of the metres. */
  at?: readonly [latitude: number, longitude: number];
  address?: string | null;
  city?: string | null;
  ref?: string;
  totalSpaces?: number;
  maxHeightCm?: number;
  isListed?: boolean;
  isDeleted?: boolean;
  livemode?: boolean;
  /** So many lots like this one. */
  times?: number;
};

/**
 * `genuine`: that lot is held. `asks`: 400 with candidates. `refuses`: any error. `area`: the best
 * lot around the place of the sentence, and this is the genuine one.
 */
export type Outcome = 'genuine' | 'asks' | 'refuses' | 'area';

type Situation = {
  title: string;
  sentence: string;
  /** The lot that is meant; null: the sentence means none of these. */
  genuine: SituationLot | null;
  decoys: SituationLot[];
  outcome: Outcome;
};

const X = 'Wexcombe Garage';
const NEAR = [
  { name: X, northM: 1_100 },
  { name: X, northM: -2_200 },
];
const UTRECHT = [52.0907, 5.1214] as const;
const AMERSFOORT = [52.1561, 5.3878] as const;
const MUNICH = [48.1372, 11.5755] as const;

export const SITUATIONS: readonly Situation[] = [
  // The same name.
  {
    title: 'two lots of the name 1.1 and 2.2 km away',
    sentence: `${X} now for an hour`,
    genuine: { name: X },
    decoys: NEAR,
    outcome: 'asks',
  },
  {
    title: 'the same in small letters, near it',
    sentence: 'somewhere near wexcombe garage for an hour',
    genuine: { name: X },
    decoys: NEAR,
    outcome: 'asks',
  },
  {
    title: 'a lot of the name, 50 m away',
    sentence: `book ${X} for 2 hours`,
    genuine: { name: X },
    decoys: [{ name: X, eastM: 50 }],
    outcome: 'asks',
  },
  {
    title: 'lots that differ in case, accents, spaces and signs',
    sentence: `${X} now for an hour`,
    genuine: { name: X },
    decoys: [{ name: 'WÉX-COMBE  garage!', northM: 1_100 }],
    outcome: 'asks',
  },
  {
    title: 'a name with a space of no width in it',
    sentence: `${X} now for an hour`,
    genuine: { name: X },
    decoys: [{ name: 'Wex\u200bcombe Gar\u00adage', northM: 1_100 }],
    outcome: 'asks',
  },
  {
    title: 'the decoy without the space that the driver forgot',
    sentence: 'QPark Wexcombe for an hour',
    genuine: { name: 'Q-Park Wexcombe' },
    decoys: [{ name: 'QPark Wexcombe', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'two spellings of an umlaut, the long one said',
    sentence: 'Parkhaus Buechel for an hour',
    genuine: { name: 'Parkhaus Büchel' },
    decoys: [{ name: 'Parkhaus Buechel', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'two spellings of an umlaut, the short one said',
    sentence: 'Parkhaus Büchel for an hour',
    genuine: { name: 'Parkhaus Buechel' },
    decoys: [{ name: 'Parkhaus Büchel', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a number in words and in digits',
    sentence: 'Wexcombe Deck Two for an hour',
    genuine: { name: 'Wexcombe Deck Two' },
    decoys: [{ name: 'Wexcombe Deck 2', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a Cyrillic letter in the name of the decoy',
    sentence: `${X} now for an hour`,
    genuine: { name: X },
    decoys: [{ name: 'Wexcombe Garаge', northM: 900 }],
    outcome: 'genuine',
  },
  {
    title: 'a Cyrillic word, and the rest of the name is a town',
    sentence: 'Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Toronto Гараж', northM: 19_000, city: null }],
    outcome: 'area',
  },
  {
    title: 'a hundred and twenty lots of the name before it',
    sentence: `${X} for an hour`,
    genuine: { name: X },
    decoys: [{ name: X, northM: 1_100, times: 120 }],
    outcome: 'asks',
  },
  {
    title: 'lots of the name by the hundred elsewhere, one in the town',
    sentence: `${X}, Toronto for an hour`,
    genuine: { name: X },
    decoys: [
      { name: X, northM: 300 },
      { name: X, city: 'Boston', at: [42.36, -71.06], times: 120 },
    ],
    outcome: 'asks',
  },
  {
    title: 'a hundred lots of another name in the sentence',
    sentence: `${X} in Toronto for an hour`,
    genuine: { name: X },
    decoys: [{ name: 'Garage in Toronto', northM: 300, times: 120 }],
    outcome: 'genuine',
  },
  // The name and a town or an address.
  {
    title: 'the town is that of the genuine lot only',
    sentence: 'Q-Park Centrum in Utrecht for an hour',
    genuine: { name: 'Q-Park Centrum', city: 'Utrecht', at: UTRECHT },
    decoys: [{ name: 'Q-Park Centrum', city: 'Amersfoort', at: AMERSFOORT }],
    outcome: 'genuine',
  },
  {
    title: 'the decoy claims the town from another one',
    sentence: 'Q-Park Centrum in Utrecht for an hour',
    genuine: { name: 'Q-Park Centrum', city: 'Utrecht', at: UTRECHT },
    decoys: [{ name: 'Q-Park Centrum', city: 'Utrecht', at: AMERSFOORT }],
    outcome: 'asks',
  },
  {
    title: 'the genuine lot does not say its town, the decoy does',
    sentence: `${X} in Toronto for an hour`,
    genuine: { name: X, city: null, address: null },
    decoys: [{ name: X, northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'the genuine lot says its town in another language',
    sentence: 'Parkhaus Wexcombe in Munich for an hour',
    genuine: { name: 'Parkhaus Wexcombe', city: 'München', at: MUNICH },
    decoys: [{ name: 'Parkhaus Wexcombe', city: 'Munich', at: [48.2, 11.2] }],
    outcome: 'asks',
  },
  {
    title: 'the genuine lot has no address, the decoy has the one in the text',
    sentence: `${X} at 65 Front Street West for an hour`,
    genuine: { name: X, address: null },
    decoys: [{ name: X, northM: 900, address: '65 Front Street West' }],
    outcome: 'asks',
  },
  {
    title: 'the address is that of the genuine lot only',
    sentence: `${X}, 65 Front Street West, for an hour`,
    genuine: { name: X, address: '65 Front Street West' },
    decoys: [{ name: X, northM: 900, address: '9 Bay Street' }],
    outcome: 'genuine',
  },
  {
    title: 'the decoy copies the address',
    sentence: `${X}, 65 Front Street West, for an hour`,
    genuine: { name: X, address: '65 Front Street West' },
    decoys: [{ name: X, northM: 900, address: '65 Front Street West' }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named after the lot with its town',
    sentence: `${X} Toronto for an hour`,
    genuine: { name: X },
    decoys: [{ name: `${X} Toronto`, northM: 900 }],
    outcome: 'asks',
  },
  // A longer name around the name.
  {
    title: 'a decoy is named after the lot and a time',
    sentence: `${X} now for an hour`,
    genuine: { name: X },
    decoys: [{ name: `${X} now`, northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named after the whole sentence',
    sentence: `book ${X} tomorrow from 9 to 11`,
    genuine: { name: X },
    decoys: [{ name: `Book ${X} tomorrow from 9 to 11`, northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named after the lot and a number of hours',
    sentence: `${X} 2 hours`,
    genuine: { name: X },
    decoys: [{ name: `${X} 2`, northM: 900 }],
    outcome: 'genuine',
  },
  {
    title: 'a decoy adds the word for parking',
    sentence: 'Wexcombe Plaza parking for 2 hours',
    genuine: { name: 'Wexcombe Plaza' },
    decoys: [{ name: 'Wexcombe Plaza Parking', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy has the name without its last word',
    sentence: `${X} for 2 hours`,
    genuine: { name: X },
    decoys: [{ name: 'Wexcombe', northM: 900 }],
    outcome: 'genuine',
  },
  {
    title: 'a decoy has the shorter name that drivers say',
    sentence: 'Wexcombe Station for 2 hours',
    genuine: { name: 'Wexcombe Station Garage' },
    decoys: [{ name: 'Wexcombe Station', northM: 30_000 }],
    outcome: 'asks',
  },
  {
    title: 'the words of the name, and a decoy that has them too',
    sentence: 'Wexcombe Station for 2 hours',
    genuine: { name: 'Wexcombe Station Garage' },
    decoys: [{ name: 'Wexcombe Station Parking Plaza', northM: 1_100 }],
    outcome: 'genuine',
  },
  {
    title: 'a decoy has another name of the operator in its own',
    sentence: 'the wexcombe q-park for an hour',
    genuine: { name: 'Q-Park Wexcombe' },
    decoys: [
      { name: 'Wexcombe Q-Park West', northM: 1_100 },
      { name: 'Wexcombe Q-Park East', northM: -1_100 },
    ],
    outcome: 'genuine',
  },
  {
    title: 'a decoy is named like the words before the name and its first word',
    sentence: `book ${X} for 2 hours`,
    genuine: { name: X },
    decoys: [{ name: 'Book Wexcombe', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named like the kind of lot in a street',
    sentence: 'book Wexcombe Garage, Dundee Street for 2 hours',
    genuine: { name: X, address: '4 Dundee Street' },
    decoys: [{ name: 'Garage, Dundee Street', northM: 900 }],
    outcome: 'genuine',
  },
  {
    title: 'two decoys around the name, which share words with each other',
    sentence: `please hold ${X} now for an hour`,
    genuine: { name: X },
    decoys: [
      { name: 'Hold Wexcombe', northM: 900 },
      { name: `${X} now`, northM: 950 },
    ],
    outcome: 'asks',
  },
  {
    title: 'a decoy has a part of the name with the town',
    sentence: 'Wexcombe Station, Toronto for an hour',
    genuine: { name: 'Wexcombe Station Garage', city: null, address: null },
    decoys: [{ name: 'Wexcombe Court', northM: 900, address: 'Station Road' }],
    outcome: 'genuine',
  },
  // Names of towns, streets and landmarks, and words of every sentence.
  {
    title: 'a decoy is named like a town',
    sentence: 'parking in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Toronto', northM: 15_000, city: null }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a town and parking',
    sentence: 'Toronto parking for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Toronto Parking', northM: 15_000, city: 'Wexcombe' }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like the words of every search',
    sentence: 'Parking in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Parking in Toronto', northM: 15_000, city: null }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like any garage of a town',
    sentence: 'Toronto garage for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Toronto Garage', northM: 15_000, city: 'Wexcombe' }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a polite request',
    sentence: 'please reserve parking in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Please reserve parking', northM: 15_000 }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a request without a place',
    sentence: 'need parking now for an hour',
    genuine: null,
    decoys: [{ name: 'Need parking now', northM: 15_000 }],
    outcome: 'refuses',
  },
  {
    title: 'a decoy is named like a wish',
    sentence: 'the cheapest covered parking garage in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Covered parking garage', northM: 15_000 }],
    outcome: 'refuses',
  },
  {
    title: 'a decoy is named like a time',
    sentence: 'tomorrow 9am in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Tomorrow 9am', northM: 15_000 }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a length of time',
    sentence: 'Toronto 90min',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: '90min', northM: 15_000 }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like the plate of a driver',
    sentence: 'plate WEX 123, in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'WEX 123', northM: 15_000 }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a plate with its word',
    sentence: 'plate WEX 123, in Toronto for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'Plate WEX 123', northM: 15_000 }],
    outcome: 'area',
  },
  {
    title: 'a decoy is named like a garage that is always open',
    sentence: 'a 24 hour garage in Toronto',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: '24 hour garage', northM: 15_000 }],
    outcome: 'refuses',
  },
  {
    title: 'a decoy is named like a landmark and a time',
    sentence: 'CN Tower tonight for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'CN Tower tonight', northM: 30_000 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy adds another kind of lot',
    sentence: `${X} lot for an hour`,
    genuine: { name: X },
    decoys: [{ name: `${X} Lot`, northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy adds an article',
    sentence: `at the ${X} for an hour`,
    genuine: { name: X },
    decoys: [{ name: `The ${X}`, northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'decoys have every part of a long sentence',
    sentence: `please book ${X} one Dundee two Queen three King four for an hour`,
    genuine: { name: X },
    decoys: 'please book Wexcombe Garage one Dundee two Queen three King four'
      .split(' ')
      .flatMap((_, i, all) => [2, 3, 4].map((n) => all.slice(i, i + n).join(' ')))
      .map((name) => ({ name, northM: 900 })),
    outcome: 'asks',
  },
  {
    title: 'a decoy is named like a landmark 30 km away',
    sentence: 'parking at CN Tower for an hour',
    genuine: { name: 'Queen Deck' },
    decoys: [{ name: 'CN Tower', northM: 30_000 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named like a street',
    sentence: 'on Yonge Street for an hour',
    genuine: { name: 'Queen Deck', address: '220 Yonge Street' },
    decoys: [{ name: 'Yonge Street', northM: 9_000, address: null }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named like an address',
    sentence: 'at 220 Yonge Street for an hour',
    genuine: { name: 'Queen Deck', address: '220 Yonge Street' },
    decoys: [{ name: '220 Yonge Street', northM: 9_000, address: null }],
    outcome: 'asks',
  },
  // Streets.
  {
    title: 'decoys claim the street from the other side of the town',
    sentence: 'on Wychwood Avenue for an hour',
    genuine: { name: 'Queen Deck', address: '20 Wychwood Avenue' },
    decoys: [
      { name: 'Deck A', northM: 2_800, address: '30 Wychwood Avenue' },
      { name: 'Deck B', northM: 2_850, address: '32 Wychwood Avenue' },
      { name: 'Deck C', northM: 2_900, address: '34 Wychwood Avenue' },
    ],
    outcome: 'asks',
  },
  {
    title: 'a decoy claims the house',
    sentence: 'at 20 Wychwood Avenue for an hour',
    genuine: { name: 'Queen Deck', address: '20 Wychwood Avenue' },
    decoys: [{ name: 'Deck A', northM: 700, address: '20 Wychwood Avenue' }],
    outcome: 'asks',
  },
  // Misspelt, hidden, in the other world, full.
  {
    title: 'a decoy one letter away, and the name is written rightly',
    sentence: 'Wexcombe Deck for an hour',
    genuine: { name: 'Wexcombe Deck' },
    decoys: [{ name: 'Wexcombo Deck', northM: 900 }],
    outcome: 'genuine',
  },
  {
    title: 'a decoy one letter away, and the name is written wrongly',
    sentence: 'Wexcomba Deck for an hour',
    genuine: { name: 'Wexcombe Deck' },
    decoys: [{ name: 'Wexcombo Deck', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy one letter away from a lot that is not listed now',
    sentence: 'Wexcombe Deck for an hour',
    genuine: { name: 'Wexcombe Deck', isListed: false },
    decoys: [{ name: 'Wexcombo Deck', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy one letter away from a lot that is no more',
    sentence: 'Wexcombe Deck for an hour',
    genuine: { name: 'Wexcombe Deck', isDeleted: true },
    decoys: [{ name: 'Wexcombo Deck', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'so many lots of a word that one is not seen, and a misspelt name',
    sentence: 'Wxxcombe Cedarhurst for an hour',
    genuine: { name: 'Wexcombe Cedarhurst' },
    decoys: [
      { name: 'Wxxcomba Cedarhurst', northM: 900 },
      { name: 'Zinnia Cedarhurst', northM: 5_000, times: 60 },
    ],
    outcome: 'asks',
  },
  {
    title: 'a lot of the name that is not listed',
    sentence: `${X} for an hour`,
    genuine: { name: X },
    decoys: [{ name: X, northM: 900, isListed: false }],
    outcome: 'genuine',
  },
  {
    title: 'a lot of the name in the other world',
    sentence: `${X} for an hour`,
    genuine: { name: X },
    decoys: [{ name: X, northM: 900, livemode: false }],
    outcome: 'genuine',
  },
  {
    title: 'the named lot does not suit, another one of its street does',
    sentence: `van 2.4 m high, ${X} for an hour`,
    genuine: { name: X, maxHeightCm: 200 },
    decoys: [{ name: 'Wexcombe Plaza', eastM: 40 }],
    outcome: 'refuses',
  },
  {
    title: 'a reference of the other lot',
    sentence: 'lk-7 for an hour',
    genuine: { name: X, ref: 'lk-7' },
    decoys: [{ name: 'Lk 8', ref: 'lk-7', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy is named like a reference',
    sentence: 'lk-7 for an hour',
    genuine: { name: X, ref: 'lk-7' },
    decoys: [{ name: 'LK 7', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a decoy has a word of the name of a lot that is not listed now',
    sentence: `${X} for an hour`,
    genuine: { name: X, isListed: false },
    decoys: [{ name: 'Wexcombe Plaza', northM: 900 }],
    outcome: 'asks',
  },
  {
    title: 'a word of a name, and another lot that is not listed has a part of it',
    sentence: 'on Wexcombe Circus in Toronto for an hour',
    genuine: { name: 'Q-Park Wexcombe Circus' },
    decoys: [{ name: 'Wexcombe', northM: 900, isListed: false }],
    outcome: 'genuine',
  },
  // Chains that mean no harm.
  {
    title: 'a chain with five places in a town',
    sentence: 'APCOA Parking in Toronto for an hour',
    genuine: { name: 'APCOA Parking' },
    decoys: [1, 2, 3, 4].map((n) => ({ name: 'APCOA Parking', northM: n * 800 })),
    outcome: 'asks',
  },
  {
    title: 'a chain with numbers',
    sentence: 'Green P 36 for an hour',
    genuine: { name: 'Green P 36' },
    decoys: [
      { name: 'Green P 3', northM: 500 },
      { name: 'Green P 36 Annex', northM: 700 },
    ],
    outcome: 'genuine',
  },
  {
    title: 'a longer name whose shorter form is another lot',
    sentence: 'Wexcombe Plaza North for an hour',
    genuine: { name: 'Wexcombe Plaza North' },
    decoys: [{ name: 'Wexcombe Plaza', northM: 500 }],
    outcome: 'genuine',
  },
];
