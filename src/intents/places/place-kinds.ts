/** What a place to park is called: part of a name, never one alone. */
export const PARKING_WORDS: ReadonlySet<string> = new Set(
  (
    'parking park parks carpark parkade garage garages lot lots ramp deck structure facility ' +
    'multistorey multi-storey parkhaus tiefgarage parkplatz parkering parcheggio aparcamiento ' +
    'estacionamiento stationnement car'
  ).split(' '),
);

/** Part of a town, said of most: no part of its name. */
export const AREA_WORDS: ReadonlySet<string> = new Set(
  (
    'downtown central centre center centrum zentrum city town area neighbourhood neighborhood ' +
    'district quarter region vicinity uptown midtown'
  ).split(' '),
);

/** What every town has: it takes another word to tell which. */
export const LANDMARK_WORDS: ReadonlySet<string> = new Set(
  (
    'station airport hotel museum church cathedral mall hospital university college school ' +
    'market stadium arena theatre theater cinema library beach harbour harbor port bridge ' +
    'tower castle courthouse embassy office shop store restaurant bar pub gym clinic zoo ' +
    'bahnhof hauptbahnhof rathaus altstadt gare terminal bank main high old new north south ' +
    'east west street st avenue road square'
  ).split(' '),
);
