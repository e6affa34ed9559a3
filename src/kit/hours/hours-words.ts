/** Words that the library reads. Each means the same in every language that has it. */
const WORDS = wordsOf(
  'mo tu we th fr sa su ph mon tue tues wed weds thur thurs fri sat sun',
  'monday tuesday wednesday thursday friday saturday sunday',
  'mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  'weekday weekdays weekend weekends daily every day holiday holidays',
  'montag dienstag mittwoch donnerstag freitag samstag sonntag täglich sonn feiertag feiertage',
  'montags dienstags mittwochs donnerstags freitags samstags sonntags',
  'lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven dim',
  'lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb sab dom',
  'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  'to from till until through and bis von und a uhr hours',
  'always x open off closed geschlossen gesloten fermé',
);
/** `so` is a Saturday in Czech and `do` a Sunday in Spanish. */
const GERMAN_DAYS = wordsOf('di mi do so');
/** Show that the language is German; Monday has other names where the days above mean others. */
const GERMAN = wordsOf(
  'mo montag dienstag mittwoch donnerstag freitag samstag sonntag',
  'täglich uhr und geschlossen feiertag feiertage',
);
const CLOCK_WORDS = /(?<=\d ?)(?:[ap]\.? ?m\b\.?|h\b)/giu;
/** A `?` is a doubt and a `(` a condition, which the words do not show. */
const OTHER_SIGN = /[^\p{L}\p{M}\d\s:.,;/&–—-]/u;
/** A rule of all day, which the library reads only with the word hours. */
const ALL_DAY = /(?<=(?:^|[;,])[^\d;,]*)24 ?(?:h\/24|\/24|h|hrs|std|stunden)(?=\s*(?:[;,]|$))/giu;
const UNTIL = /\b(?:to|till|until|through|bis)\b/iu;

/** The hours with `24h` in words that the library reads. */
export function spelledOut(hours: string): string {
  return UNTIL.test(hours) ? hours : hours.replaceAll(ALL_DAY, '24 hours');
}

/** Whether hours consist of words and signs that everybody understands alike. */
export function isInPlainWords(hours: string): boolean {
  const words = hours.normalize('NFC').toLowerCase().replaceAll(CLOCK_WORDS, ' ');
  const found = words.match(/\p{L}+/gu) ?? [];
  const isGerman = found.some((word) => GERMAN.has(word));
  const isRead = (word: string) => WORDS.has(word) || (isGerman && GERMAN_DAYS.has(word));
  return !OTHER_SIGN.test(words) && found.every(isRead);
}

function wordsOf(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
