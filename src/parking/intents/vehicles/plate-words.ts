import { anyOf, COUNTED } from '../../../kit/words/text/pattern.ts';

/** Directly after a number: it counts or measures something, and is no part of a plate. */
export const UNIT = new RegExp(
  `^ ?(?:[€£$¥%°]|-? ?${anyOf(
    COUNTED,
    'uhr|std|stunden?|minuten?|tage?|heures?|horas?|ore|uur|час(?:а|ов)?|ч|годин[аи]?',
    'dollars?|bucks?|euros?|pounds?|quid|cents?|usd|cad|eur|gbp|руб',
  )}(?![\\p{L}\\p{N}]))`,
  'iu',
);

/** Words that end a list of plates: `plate AB 123, max 3 dollars`. */
export const NO_FURTHER = new RegExp(
  `^${anyOf(
    'max|maximum|min|up|under|below|less|over|about|around|until|till|then|or',
    'height|high|tall',
  )}\\b`,
  'i',
);

const LITTLE_WORDS = anyOf(
  'for|at|the|and|now|pls|plz|please|thx|in|on|to|by|of|is|my|til|till|until|from|near|nr',
  'car|van|ev|av|usd|cad|eur|gbp',
);
/** Words that never begin a plate. */
export const NO_FIRST_PART = new RegExp(`^${anyOf(LITTLE_WORDS, 'fees?|desk|form|card|tax')}$`);
/** Words that never continue a plate. */
export const NO_PART = new RegExp(`^${LITTLE_WORDS}$`, 'i');
/** Nor do these, in small letters: in capitals they may be those of a plate. */
export const NO_SMALL_PART = new RegExp(
  `^${anyOf(
    'bis|von|ab|um|im|am|bei|und|mit|et|par|pour|de|du|des|en|le|la|por|para|con|per|pro',
    'до|на|и|для|\\d+(?:h|hrs?|m|mins?|d|am|pm)',
  )}$`,
);

/** Words of the sentence that may follow a plate; others may be a name: `AB 123 CN tower`. */
export const WORD_AFTER = new RegExp(
  `^${anyOf(
    'today|tonight|tomorrow|tmr|tmrw|morgen|heute|this|next|between|starting|arriving|leaving|with',
    'max|under|below|around|about|then|need|needs|want|wants|parking|demain|mañana|domani|завтра',
  )}$`,
  'i',
);

/** Words that mean that there is no plate yet. */
export const PLACEHOLDER = new RegExp(
  `^${anyOf(
    'TB[ACD]|NONE|NULL|NIL|NAN|NO|UNKNOWN|UNDEFINED|PENDING|LATER|SAME|MISSING|X+',
    'UNBEKANNT|KEINE?S?|FOLGT|FEHLT|AUCUNE?|INCONNUE?|NINGUNA?|NESSUNA?|BRAK|GEEN',
  )}$`,
);

/** Capitals beside a number that are not of a plate: words, makes, models, trains, airlines. */
export const NO_LETTERS = `${anyOf(
  'HWY|PIER|GATE|EXIT|UNIT|ROOM|ROW|LOT|BAY|ZONE|LVL|APT|BLDG|HALL|DOCK|DOOR|NYC|LAX|SFO|AREA',
  'AVE|BLVD|STE|BOX|EXPO|TERM|BLK',
  'USD|CAD|EUR|GBP|AUD|JPY|INR|MAX|TILL?|FROM|FOR|ETA|ETD|ARR|DEP|NEED|PARK|SPOT|NEAR|RATE|COST',
  'NOW|AND|THE|ASAP|PL[SZ]|VAN|CAR|SUV|BUS|REF|CODE|TEL|FLAT|PIN|ZIP|ISO|DIN',
  'MON|TUES?|WED|THUR?S?|FRI|SAT|SUN|[ECMP][SD]T|GMT|UTC|CES?T',
  'JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC',
  'BMW|VW|AUDI|FIAT|SEAT|SAAB|OPEL|FORD|MINI|KIA|GMC|RAM|JEEP|DAF|MAN|KTM|BYD|NIO|TATA|LADA|AMG',
  'SL[CKS]|SEL|CL[AKS]|GL[ABCEKS]|EQ[ABCESV]|[VUG]AZ|CBR|CRF|GSXR?|YZF|VFR|TMAX|IKEA',
  'ICE|TGV|RJX|IRE|KLM|SAS|TAP|ANA|JAL|BAW|DLH|UAL|AAL|AFR|EZY|RYR|SWR|AUA|THY',
)}(?!\\p{L})`;

/** Directly before what looks like a plate: it is the number of something else. */
export const NUMBER_OF = new RegExp(
  `(?<![\\p{L}\\p{N}])${anyOf(
    'flights?|flt|trains?|bus|tram|line|route|model|type|version|trim',
    'gates?|rows?|levels?|floors?|halls?|terminals?|units?|zones?|bays?|blocks?|sections?|suites?',
    'rooms?|buildings?|aisles?|stands?|piers?|docks?|lots?|hwy|highway|exit|area|sector',
    'ref(?:erence)?|code|order|booking|invoice|ticket|receipt|permit|badge|pin|part|serial|voucher',
    'postcode|postal code|zip(?: code)?|plz',
  )}(?: (?:number|no))?[.:]? ?#?$`,
  'iu',
);
