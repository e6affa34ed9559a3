/** General words for a place to park: parts of names, but not a name alone. */
export const PARKING_WORDS: ReadonlySet<string> = new Set(
  (
    'parking park parks carpark parkade garage garages lot lots ramp deck structure facility ' +
    'multistorey multi-storey parkhaus tiefgarage parkplatz parkering parcheggio aparcamiento ' +
    'estacionamiento stationnement car'
  ).split(' '),
);

/** Words for parts of a town that most towns have: not part of a name. */
export const AREA_WORDS: ReadonlySet<string> = new Set(
  (
    'downtown central centre center centrum zentrum city town area neighbourhood neighborhood ' +
    'district quarter region vicinity uptown midtown'
  ).split(' '),
);

/** What every town has: another word must say which one. */
export const LANDMARK_WORDS: ReadonlySet<string> = new Set(
  (
    'station airport hotel museum church cathedral mall hospital university college school ' +
    'market stadium arena theatre theater cinema library beach harbour harbor port bridge ' +
    'tower castle courthouse embassy office shop store restaurant bar pub gym clinic zoo ' +
    'bahnhof hauptbahnhof rathaus altstadt gare terminal bank main high old new north south ' +
    'east west street st avenue road square'
  ).split(' '),
);
