import { anyOf } from './pattern.ts';

/** How what follows a word of place relates to where the lot is to be. */
export type Relation = 'at' | 'near' | 'in' | 'elsewhere';

const CUES_BY_RELATION: Readonly<Record<Relation, string>> = {
  at:
    'at,@,on,inside,into,to,going to,heading to,headed to,onto,reach,reaching,visit,visiting,' +
    'away from,away of,of',
  near:
    'near,nearby,close,near to,near of,in the near of,nearest to,close to,close by,closest to,' +
    'next to,around,by,beside,besides,opposite,outside,along,off,walking distance of,' +
    'walking distance to,within walking distance of,vicinity of,' +
    'in the vicinity of,in the area of,around the corner from,across from,adjacent to,' +
    'in front of,not far from,within reach of,steps from,from near,walk to,walk of',
  in: 'in,within,downtown,somewhere in,anywhere in',
  elsewhere:
    'from,in from,out of,left,leaving,via,not at,not in,instead of,except,coming from,' +
    'driving from,instead',
};

/** Words of place, as many as five together, and what they mean. */
export const PLACE_CUES: ReadonlyMap<string, Relation> = new Map(
  Object.entries(CUES_BY_RELATION).flatMap(([relation, cues]) =>
    cues.split(',').map((cue) => [cue, relation as Relation] as const),
  ),
);
export const CUE_WORDS_MAX = 5;

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

/** Nothing but fillers, though they begin with a word of place. */
export const PHRASES_OF_NO_PLACE = new RegExp(
  `\\b${anyOf(
    'at (?:least|most|all|once|work|home|any|about|around|like|this|that|your)',
    'at the (?:moment|latest|earliest)',
    'in (?:advance|case|total|and out|a|an|one|my|our|which|time|about|like)',
    'on (?:time|my way|our way|the way|it|file|foot|demand)',
    'by (?:the way|car|then|now|chance)',
    'to (?:be|do|go|get|see|the)? ?(?:park|leave|stay|charge|pay|have|reserve|book|hold)',
    'to (?:be|do|go|get|see|the)? ?(?:get|keep|make|find|pick|drop|each other)',
    'next to each other|side by side|around the clock|off (?:work|site)',
  )}\\b`,
  'gi',
);

/** Says that what was said before it does not count. */
export const CORRECTION = new RegExp(
  `\\b${anyOf(
    'no sorry|sorry|i mean|i meant|scratch that|correction|no wait|wait no|actually no|make that',
    '(?:ignore|forget|never ?mind) (?:that|it|this)',
  )}\\b`,
  'gi',
);
