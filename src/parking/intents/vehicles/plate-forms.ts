import { anyOf } from '../../../kit/words/text/pattern.ts';
import { type Span, spansOf } from '../../../kit/words/text/span.ts';
import { NO_LETTERS, NUMBER_OF, UNIT } from './plate-words.ts';

/** Capitals of plates. Those in Cyrillic and Greek are the ones that look like Latin ones. */
const LATIN = '[\\p{Lu}&&\\p{Script=Latin}]';
const CYRILLIC = '[АВЕІКМНОРСТУХ]';
const GREEK = '[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]';
const PROVINCE = '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]';
/** What the vehicle is used for, at the end of a plate. */
const USE = '[挂学警港澳领使]';
/** Of electric vehicles: one sign more than other plates. */
const ELECTRIC = '(?:[A-HJKa-hjk][A-Za-z\\d]\\d{4}|\\d{5}[A-HJKa-hjk])';
/** Without those that after a number are also a street, a week, a room and so on: `12로`, `12호`. */
const SYLLABLE = '[가나다라마거너더러머버서어저고노모소오누두루무우바사아자하허]';

const HYPHENED = '(?:[BCHWZ]R-V|C-HR|GT-R|(?:WI|HI|LO|SCI)-FI|CO-OP|AC-DC|[UE][KSU]-[UE][KSU])';
const YEAR = '(?:19|20)\\d{2}(?!\\d)';

/** The forms of registrations of some countries, and of nothing else. */
const FORMS = anyOf(
  // Germany, but not the models and words that have this form.
  `(?!${HYPHENED} )${LATIN}{1,3}-${LATIN}{1,2} \\d{1,4}(?: ?[EH])?(?! \\d)`,
  // Great Britain; California; France; Italy; India.
  `[A-Z]{2}\\d{2} ?(?!${NO_LETTERS})[A-Z]{3}`,
  '\\d[A-Z]{3}\\d{3}',
  '[A-Z]{2}-\\d{3}-[A-Z]{2}',
  '[A-Z]{2}\\d{3}[A-Z]{2}',
  '[A-Z]{2} ?\\d{2} ?(?!(?:AM|PM|AT|BY|IN|ON|OR|TO) )[A-Z]{1,2} ?\\d{4}',
  // Russia; Ukraine and Bulgaria; Greece.
  `${CYRILLIC}\\d{3}${CYRILLIC}{2}\\d{2,3}`,
  `${CYRILLIC} \\d{3} ${CYRILLIC}{2} \\d{2,3}(?! (?:\\p{Lu}|(?:to|till|until) ))`,
  `${CYRILLIC}{1,2} ?\\d{4} ?${CYRILLIC}{2}`,
  `${GREEK}{3}[ \\-]?(?!${YEAR})\\d{4}`,
);
/** Of many countries, but also of models, flights and trains: only between two separators. */
const LONE_FORM =
  `(?<=(?:^|[,;\\/\\(.]) ?)(?!${NO_LETTERS})${LATIN}{3,4}[ \\-]?(?!${YEAR})\\d{3,4}` +
  '(?= ?(?:[,;\\/\\).]|$))';

const UNCASED_FORMS = anyOf(
  // South Korea, without a province; Japan.
  `(?<!\\p{Script=Hangul} )\\d{2,3}${SYLLABLE} ?\\d{4}(?=입니다|이에요|예요|차량|\\P{L}|$)`,
  `[\\p{Script=Han}\\p{Script=Hiragana}]{1,4} ?\\d{1,2}[\\dA-Z]? ?\\p{Script=Hiragana} ?` +
    `(?:·{1,3} ?\\d{1,3}|\\d{2}[\\-ー]?\\d{2})(?!\\p{L})`,
  // China, where words may follow without a space.
  `${PROVINCE}[A-Za-z][ ·\\-]?(?=[A-Za-z]{0,5}\\d)` +
    `(?:[A-Za-z\\d]{4,5}${USE}(?!\\p{L})|${ELECTRIC}|[A-Za-z\\d]{5}(?!${USE}))`,
);

const BEFORE = '(?<![\\p{L}\\p{M}\\p{N}_$€£#.:\\/\\-])';
const AFTER = "(?![\\p{L}\\p{M}\\p{N}_:\\/\\-]|[.']\\d)";
const UNCASED_BEFORE = anyOf(
  '(?<![\\p{L}\\p{M}\\p{N}_#.\\-])',
  // Before a plate of China words need no space, but `北京A12345` is a place.
  '(?<=[车車]牌|[号號码碼是为為给給帮幫])(?=\\p{Script=Han}[A-Za-z])',
);
const UNCASED_AFTER = `(?![\\p{Script=Latin}\\p{N}_\\/\\-]|[.:']\\d)`;

const CASED = new RegExp(`${BEFORE}${anyOf(FORMS, LONE_FORM)}${AFTER}`, 'gv');
const UNCASED = new RegExp(`${UNCASED_BEFORE}${UNCASED_FORMS}${UNCASED_AFTER}`, 'gv');
const ANNOUNCED = new RegExp(`^(?:${FORMS}${AFTER}|${UNCASED_FORMS}${UNCASED_AFTER})`, 'iv');
/** UTF-16 units of the longest form together with what decides whether it is one. */
const FORM_LENGTH_MAX = 30;
/** UTF-16 units before a form that decide whether it is the number of something else. */
const NUMBER_OF_LENGTH_MAX = 30;

/** Whether a text is in capitals, but for units such as `2h`: then they say nothing. */
export function isShouted(text: string): boolean {
  return !/(?<![\p{Nd}\p{Ll}])\p{Ll}{2}/u.test(text);
}

/** The plates in a form that only plates have: they need no word that announces them. */
export function platesByForm(text: string, isCapitals: boolean): Span[] {
  // In a text all in capitals, every word before a number would look like a plate.
  const cased = isCapitals ? [] : spansOf(text, CASED);
  return [...spansOf(text, UNCASED), ...cased].filter(({ from, to }) => {
    const before = text.slice(Math.max(0, from - NUMBER_OF_LENGTH_MAX), from);
    return !NUMBER_OF.test(before) && !UNIT.test(text.slice(to, to + FORM_LENGTH_MAX));
  });
}

/** The plate of such a form that begins at `from`, in small letters as well. */
export function plateByForm(text: string, from: number): Span | undefined {
  const [plate] = ANNOUNCED.exec(text.slice(from, from + FORM_LENGTH_MAX)) ?? [];
  if (plate === undefined || UNIT.test(text.slice(from + plate.length))) return undefined;
  return { from, to: from + plate.length };
}
