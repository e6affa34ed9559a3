import { expect, test } from 'vitest';
import { areAlike, type Described } from '../../../../../src/parking/lots/duplicates/are-alike.ts';
import { destination } from '../../../places.ts';

// Pairs of car parks as cities, operators and OpenStreetMap publish them, with their distance in
// metres and their spaces.

type Listing = [name: string, spaces: number | null, more?: Partial<Described>];

const HERE = { lat: 47.9969, lng: 7.8414 };
const [WEST, EAST] = [{ osmId: 'way/1' }, { osmId: 'way/2' }];
const GARAGE = { lotType: 'garage' } as const;
const UNDERGROUND = { lotType: 'underground' } as const;
const SURFACE = { lotType: 'surface' } as const;
const STREET = { lotType: 'street' } as const;

function listed([name, total_spaces, more]: Listing, metres: number): Described {
  const { lat, lng } = destination(HERE, metres, 1);
  const place = { latitude: lat, longitude: lng };
  return { name, ...place, totalSpaces: total_spaces, lotType: null, osmId: null, ...more };
}

const judge = (metres: number, one: Listing, other: Listing) => [
  areAlike(listed(one, 0), listed(other, metres)),
  areAlike(listed(other, metres), listed(one, 0)),
];

test.each<[number, Listing, Listing]>([
  [6, ['Parkhaus Adalbertstraße', 195], ['Parkhaus Adalbertstraße', 200]],
  [0, ['P10 Fr.-Ebert-Platz', 174], ['P10 Fr.-Ebert-Platz', 256]],
  [22, ['Centrum - Galerie', 1059], ['Centrum Galerie', 1059]],
  [17, ['Wöhrl / Florentinum', 264], ['Wöhrl - Florentinum', 264]],
  [6.4, ['Haerder Center', null], ['Haerder-Center', null]],
  [8.6, ['Karstadt', 265], ['GALERIA Karstadt Kaufhof', 265]],
  [1.8, ['P16 Schwabentor', 201], ['Schwabentor', null]],
  [1.7, ['P12 Zähringer Tor', null], ['Zähringer Tor', null]],
  [1.8, ['P4 Am Bahnhof', 178], ['Am Bahnhof', null]],
  [20, ['Prohlis', 56], ['Prohlis', 67]],
  [5, ['Theresienstraße', 140], ['Parkplatz Theresienstr.', 140]],
  [12, ['Parkhaus Münster Arkaden', 248], ['Muenster Arkaden', 260]],
  [4, ['Tiefgarage Rathausplatz', 100], ['Rathausplatz, Tiefgarage', 110]],
  [25, ['SAP Arena P2', 815], ['SAP Arena (P2)', 815]],
  [3, ['Parkplatz', 42], ['Parking', 42]],
  [9, ['Bahnhof', 60, WEST], ['Gare', 60, WEST]],
  [29, ['Parking République', 300, GARAGE], ['PARKING REPUBLIQUE', 312, GARAGE]],
  [2, ['京都駅前', 30], ['京都駅前', 30]],
  [6, ['Hauptstraße', 12, STREET], ['Hauptstr.', 12, STREET]],
  [6, ['Tiefgarage Marktplatz', 80], ['Marktplatz', 84, UNDERGROUND]],
])('at %d m, %j and %j are one car park', (metres, one, other) => {
  expect(judge(metres, one, other)).toEqual([true, true]);
});

test.each<[number, Listing, Listing]>([
  [0, ['Lanxess-Arena P2', 266], ['Lanxess-Arena P3', 634]],
  [0, ['CCO Parkdeck 1', 190], ['CCO Parkdeck 2', 230]],
  [20.9, ['Lastadie P5', null], ['Lastadie P4', null]],
  [1.8, ['P2 Konzerthaus', 438], ['Bahnhofsgarage', 438]],
  [8, ['P1 Bahnhof', 100], ['P2 Bahnhof', 100]],
  [12, ['P2 Messe', 100], ['Messe', 100]],
  [17, ['Altmarkt', 400], ['Altmarkt - Galerie', 480]],
  [12.4, ['Karstadt', 265], ['Altmarkt - Galerie', 480]],
  [6, ['Parkhaus Ost', 120], ['Parkhaus West', 120]],
  [6, ['Congress Centrum Süd', 400], ['Congress Centrum Nord', 400]],
  [6, ['Congress Centrum', 400], ['Congress Centrum Nord', 400]],
  [25, ['Green P 227', 18], ['Green P 212', 23]],
  [10, ['Kongresszentrum PH1', 390], ['Kongresszentrum PH2', 410]],
  [28, ['Parkhaus Löchgauer Str.', 67], ['Parkplatz Löchgauer Str.', 64]],
  [20, ['Holzgartenstr. 1', 64], ['Holzgartenstr. 2', 64]],
  [5, ['IKEA', 900], ['IKEA', 12]],
  [5, ['Bahnhof', 80, SURFACE], ['Bahnhof', 80, GARAGE]],
  [0, ['Marktplatz', 80, SURFACE], ['Tiefgarage Marktplatz', 80]],
  [0, ['Marktplatz', 80, UNDERGROUND], ['Parkplatz Marktplatz', 80]],
  [20, ['Hauptstraße', 12, STREET], ['Hauptstraße', 12, STREET]],
  [20, ['Hauptstraße', 12], ['Hauptstraße', 20]],
  [20, ['Hauptstraße', null], ['Hauptstraße', null]],
  [20, ['Parkplatz', 50], ['Parkplatz', 50]],
  [2, ['Parkplatz', null], ['Parkplatz', null]],
  [2, ['Bahnhof', 80, WEST], ['Bahnhof', 80, EAST]],
  [2, ['Parkhaus Ost', 80, WEST], ['Parkhaus West', 80, WEST]],
  [31, ['An der Frauenkirche', 120], ['An der Frauenkirche', 120]],
  [6, ['Terminal A', 500], ['Terminal B', 500]],
  [6, ['KG II', 200], ['KG I', 200]],
  [6, ['Ebene 1', 200], ['Ebene 2', 200]],
  [6, ['Altes Rathaus', 90], ['Neues Rathaus', 90]],
])('at %d m, %j and %j are two', (metres, one, other) => {
  expect(judge(metres, one, other)).toEqual([false, false]);
});
