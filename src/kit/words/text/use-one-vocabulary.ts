import { minutesInHour } from 'date-fns/constants';
import { type MappedText, rewrite } from './mapped-text.ts';
import { anyOf, COUNTED } from './pattern.ts';

/** Other spellings and languages of the words for when, how long, where and how many. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  tomorrow:
    'tmrw tmr tmw tmrow tomoz tomorow tommorow tommorrow tomorro 2moro 2morro 2morrow 2mrw ' +
    'demain morgen mañana domani',
  today: '2day tdy heute hoy oggi',
  tonight: '2nite 2night tonite',
  now: 'rn jetzt maintenant ahora adesso',
  morning: 'mornin früh vormittag',
  afternoon: 'arvo nachmittag',
  evening: 'abend soir',
  night: 'nite nacht',
  noon: 'midday mittag midi',
  midnight: 'midnite mitternacht minuit',
  until: "til till 'til bis jusqu'à jusqua hasta thru",
  before: 'b4',
  about: 'bout',
  from: 'ab von desde',
  to: 'à',
  for: 'für pour para pendant',
  and: 'und et',
  hour: 'stunde heure hora std',
  hours: 'hrs stunden heures horas',
  hr: 'uur ora',
  minutes: 'mins minuten minuti minutos',
  day: 'tag jour día giorno',
  days: 'tage tagen jours días dias',
  "o'clock": 'uhr oclock',
  monday: 'montag lundi lunes lunedì',
  tuesday: 'dienstag mardi martes',
  wednesday: 'mittwoch mercredi miércoles',
  thursday: 'donnerstag jeudi jueves',
  friday: 'freitag vendredi viernes venerdì',
  saturday: 'samstag sonnabend samedi sábado sabato',
  sunday: 'sonntag dimanche domingo domenica',
  near: 'nr nahe bei neben cerca vicino',
  please: 'pls plz bitte',
  arriving: 'arrivin',
  leaving: 'leavin',
  starting: 'startin',
  ending: 'endin',
  per: 'pro',
  spaces: 'plätze stellplätze',
  '1.5': 'anderthalb eineinhalb',
  '2': 'zwei deux dos',
  '3': 'drei trois tres',
  '4': 'vier quatre cuatro',
  '5': 'fünf cinq cinco',
  '5 pounds': 'fiver',
  '10 pounds': 'tenner',
};
const MEANT = new Map(
  Object.entries(SAME_WORDS).flatMap(([meant, pattern]) =>
    pattern.split(' ').map((word) => [word, meant] as const),
  ),
);
/** A word with the signs that may be inside it. */
const WORD = /(?<![\p{L}\p{N}'])'?[\p{L}\p{N}]+(?:'[\p{L}]+)?(?![\p{L}\p{N}])/gu;

/**
 * Keys and what they mean in words: `start: 9:00`, `"lot" = "..."`; in the order in which they are
 * tried.
 */
const KEYS: readonly (readonly [names: string, value: string, meant: string])[] = [
  [anyOf('start(?:s?_?at|_time)?', 'begin|from|in', 'arriv(?:e|al)(?:_at)?'), '', 'from '],
  [anyOf('ends?(?:_?at|_time)?', 'depart(?:ure)?(?:_at)?', 'until|leave|to|out'), '', 'until '],
  [
    '(?:duration|stay|length)_?(?:min(?:ute)?s)?',
    `"?(\\d{1,5})(?!\\w|[.:,]\\d| ?-?(?:${COUNTED}|nights?)\\b)`,
    'for $1 minutes',
  ],
  ['(?:duration_)?hours', '"?(\\d{1,3}(?:\\.\\d{1,2})?)(?!\\w|[.:,]\\d)', 'for $1 hours'],
  ['(?:duration|stay|length)', '', 'for '],
  [
    anyOf(
      'lot(?:_?name)?',
      'place|location|loc|site|where',
      'dest(?:ination)?',
      'address|garage|facility',
    ),
    '',
    'at ',
  ],
  ['(?:city|town)', '', 'in '],
  ['near', '', 'near '],
  ['(?:when|date|time|window)', '', ', '],
];
const KEY_PATTERNS = KEYS.map(
  ([names, value, meant]) =>
    [new RegExp(`(?<![\\w-])"?${names}"? ?[:=] ?${value}`, 'gi'), meant] as const,
);

/** `2` in place of `to`, when it is not a number. */
const TWO_FOR_TO = new RegExp(
  `\\b(need|want|got|have|going|close|next|like|way) 2 (?=\\p{L})(?!(?:\\p{L}+ )?${COUNTED}\\b)`,
  'giu',
);

const CLOCK_CUE = anyOf('at|by|from|to|til|till|until|before|after');

/** `4` in place of `for`, when it is not an hour. */
const FOUR_FOR_FOR = new RegExp(
  `(?<![\\w$€£.,:]|\\b${CLOCK_CUE} |\\d(?:[ap]m?)?(?: (?:and|n) | ?- ?)|@ ?)4 (?=${anyOf(
    'the|my|a|an|like|me|us|later',
    'tonite|2nite|tonight|tmrw|tomorrow|2moro',
  )}\\b)`,
  'gi',
);

/** `eine Stunde`, `une heure`: means one, before a word for time. */
const ONE_OF_TIME = new RegExp(
  `(?<![\\p{L}\\p{N}'])(?:eine[nr]?|une?|una) (?=(?:halbe )?${anyOf(
    'stunde|heure|hora|tag|jour|día|giorno',
  )}(?!\\p{L}))`,
  'giu',
);

/** `à 17 heures`, `a las 17 horas`: a clock time, not a duration. */
const AT_HOUR = new RegExp(
  `(?<![\\p{L}\\p{N}'])(?<!heures )(?:à|a las?|vers|dès) (\\p{L}+|\\d{1,2})` +
    ' ?(?:heures?|horas?)(?!\\p{L})',
  'giu',
);

/** A greeting; elsewhere `morgen` means tomorrow. */
const GREETING = /(?<!\p{L})gut(?:en|e) (?:morgen|tag|abend|nacht)(?!\p{L})/giu;

/** `PT2H30M` */
const ISO_LENGTH = /(?<![\p{L}\d])PT(?=\d)(?:(\d{1,3})H)?(?:(\d{1,4})M)?(?![\p{L}\d.])/gu;

/** The text with one word for all words of the same meaning, and words in place of its keys. */
export function useOneVocabulary(mapped: MappedText): MappedText {
  let prose = rewrite(mapped, TWO_FOR_TO, ([, word]) => `${word} to `);
  prose = rewrite(prose, FOUR_FOR_FOR, () => 'for ');
  prose = rewrite(prose, ONE_OF_TIME, () => 'a ');
  prose = rewrite(prose, GREETING, () => 'hello');
  prose = rewrite(
    prose,
    ISO_LENGTH,
    ([, hours = '0', minutes = '0']) =>
      `${Number(hours) * minutesInHour + Number(minutes)} minutes`,
  );
  prose = rewrite(prose, AT_HOUR, ([, hour = '']) => `at ${MEANT.get(hour) ?? hour} o'clock`);
  for (const [pattern, meant] of KEY_PATTERNS)
    prose = rewrite(prose, pattern, ([, number]) => meant.replace('$1', number ?? ''));
  return rewrite(prose, WORD, ([word]) => MEANT.get(word.toLowerCase()));
}
