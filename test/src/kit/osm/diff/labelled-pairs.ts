/**
 * Which car park of one file is which of another, as a person reads it: by the names, the numbers
 * on the signs, the addresses, and what stands there. A list: the other file has it more than once,
 * and each of them would be right. What is not in the list has no counterpart.
 */
export type Labels = Record<string, string | readonly string[]>;

/** By `uid`. The points of 9 and 10 have changed places between the two files. */
export const FREIBURG: Labels = {
  1: 'KG II',
  2: 'Zähringer Tor',
  4: 'Landratsamt',
  5: 'Schlossberg',
  6: 'Schwabentor',
  7: 'Martinstor',
  8: 'Rotteck',
  9: 'Bahnhofsgarage',
  10: 'Konzerthaus',
  11: 'Volksbank',
  12: 'Am Bahnhof',
  13: 'UNI - FMF/VF',
  14: 'Unterlinden',
  15: 'Schwarzwald City',
  16: 'Karlsbau',
};

/** By `uid`. */
export const HEIDELBERG: Labels = {
  1: 'P0 Am Bismarckplatz',
  2: 'P1 Poststraße',
  4: 'P3 Crowne Plaza',
  5: 'P4 Darmstädter Hof ',
  6: 'P5 Europäischer Hof',
  7: 'P6 Kraus',
  8: 'P7 Kaufhof',
  9: 'P8 Kongresshaus',
  10: 'P9 Am Theater',
  11: 'P10 Fr.-Ebert-Platz',
  12: 'P11 Unibibliothek',
  13: 'P12 Kornmarkt / Schloss',
  14: 'P13 Karlsplatz / Rathaus',
  15: 'P14 ATOS-Klinik',
  16: 'P15 Klinikum Bergheim',
  17: 'P16 Nordbrückenkopf',
  18: 'P17 Stadtbücherei',
  19: 'P18 BG RCI',
  26: 'P25 Mathematikon',
};

/** By `uid`. */
export const ULM: Labels = {
  'am-rathaus-1': 'Am Rathaus',
  'salzstadel-2': 'Salzstadel',
  'deutschhaus-3': 'Deutschhaus',
  'fischerviertel-4': 'Fischerviertel',
  'ccu-nord-5': 'Congress Centrum Nord / Basteicenter',
  'ccu-sud-6': 'Congress Centrum Süd / Maritim Hotel',
  'theater-7': 'Theater',
  'frauenstrae-9': 'Frauenstraße',
  'kornhaus-10': 'Kornhaus',
};

/** By `place_id` without `apag-parken-Aachen-`. */
export const AACHEN: Labels = {
  'Parkhaus-Adalbertsteinweg': 'Parkhaus Adalbertsteinweg',
  'Parkhaus-Adalbertstrasse': 'Parkhaus Adalbertstraße',
  'Parkhaus-Buchel': 'Parkhaus Büchel',
  'Parkhaus-Couvenstrasse': 'Parkhaus Couvenstraße',
  'Parkhaus-Eurogress': 'Parkhaus Eurogress',
  'Parkhaus-Galeria-Kaufhof-City': 'Parkhaus Galeria Kaufhof/City',
  'Parkhaus-Hauptbahnhof': 'Parkhaus Hauptbahnhof',
  'Parkhaus-Luisenhospital': 'Parkhaus Luisenhospital',
  'Parkhaus-Rathaus': 'Parkhaus Rathaus',
  'Parkhaus-Tivoli': 'Parkhaus Tivoli',
  'Parkplatz-Ludwig-Forum': 'Parkplatz Ludwig Forum',
  'Parkplatz-Luisenhospital': 'Parkplatz Luisenhospital',
  'Parkplatz-Pontstrasse': 'Parkplatz Pontstraße',
  'Parkplatz-Uniklinik': 'Parkplatz Uniklinik',
};

/**
 * By `place_id` without `dresden-parken-`. The points of Altmarkt, Altmarkt-Galerie,
 * Frauenkirche-Neumarkt and Kongresszentrum are those of other car parks.
 */
export const DRESDEN: Labels = {
  Altmarkt: 'Altmarkt',
  'Altmarkt-Galerie': 'Altmarkt - Galerie',
  'An-der-Frauenkirche': 'An der Frauenkirche',
  'Centrum-Galerie': ['Centrum - Galerie', 'Centrum Galerie'],
  'City-Center': 'City Center',
  Ferdinandplatz: 'Ferdinandplatz',
  'Frauenkirche-Neumarkt': ['Frauenkirche / Neumarkt', 'Frauenkirche Neumarkt'],
  'Haus-am-Zwinger': 'Haus am Zwinger',
  Kaditz: 'Kaditz',
  Karstadt: ['Karstadt', 'GALERIA Karstadt Kaufhof'],
  Kongresszentrum: 'Kongresszentrum',
  Lindengasse: 'Lindengasse',
  // The point and the spaces of the one, the address of the other.
  Messe: ['Flutrinne', 'Messegelände'],
  'Parkhaus-Mitte': 'Parkhaus Mitte',
  'Pirnaischer-Platz': 'Pirnaischer Platz',
  Prohlis: 'Prohlis',
  Reitbahnstrasse: 'Reitbahnstraße',
  Sarrasanistrasse: 'Sarrasanistraße',
  Schiessgasse: 'Schießgasse',
  Semperoper: 'Semperoper',
  Taschenbergpalais: 'Taschenbergpalais',
  Terrassenufer: 'Terrassenufer',
  Theresienstrasse: 'Theresienstraße',
  Wiesentorstrasse: 'Wiesentorstraße',
  'Wohrl-Florentinum': ['Wöhrl / Florentinum', 'Wöhrl - Florentinum'],
  'World-Trade-Center': 'World Trade Center',
};
