import { visibleText } from '../../kit/text/visible-text.ts';

/** A licence plate as it is compared and stored, and as its caller wrote it. */
export type Plate = { plate: string; shownPlate: string };

/** Longest text of a plate with all that separates its signs, UTF-16 units. */
export const PLATE_TEXT_LENGTH_MAX = 60;
/** A letter carries at most this many marks, such as the vowels of Indian and Thai scripts. */
const MARKS_MAX = 4;

export const PLATE_RULE =
  'must have 2 to 15 letters or digits, of any script, and beside them only spaces, dashes and ' +
  'middle dots';

/**
 * What only separates: spaces, dashes, middle dots, and what nobody sees, such as the marks of
 * direction around pasted Arabic. Dashes include the signs for minus, hyphen bullet and Japanese
 * long vowel, which is what the key of the dash writes there; dots include the bullets and the
 * black circle that stand for the dot of a Chinese plate.
 */
const SEPARATORS =
  '\\s\\p{Default_Ignorable_Code_Point}\\p{Dash_Punctuation}\\u2212\\u2043\\u30fc\\uff70' +
  '\\xb7\\u0387\\u2022\\u2027\\u2219\\u22c5\\u25cf\\u30fb\\uff65';
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'gu');
const PLATE = new RegExp(
  `^(?:(?![${SEPARATORS}])\\p{Letter}\\p{Mark}{0,${MARKS_MAX}}|\\p{Decimal_Number}){2,15}$`,
  'u',
);

/**
 * Reads a licence plate of any country; undefined for other text. Plates are the same when they
 * have the same letters and digits in Unicode's form NFKC and in upper case, whatever separates
 * them. Letters and digits of other scripts stay others, even if they look alike. What is shown is
 * the text in one line, without spaces around it or signs that nobody sees.
 */
export function readPlate(text: string): Plate | undefined {
  const plate = normalisePlate(text);
  if (plate === undefined) return undefined;
  const seen = visibleText(text, PLATE_TEXT_LENGTH_MAX);
  return { plate, shownPlate: seen.replaceAll(/\s+/g, ' ').trim() };
}

/** The plate as it is compared and stored; undefined for text that is none. */
export function normalisePlate(text: string): string | undefined {
  if (text.length > PLATE_TEXT_LENGTH_MAX) return undefined;
  const plate = plateSigns(text);
  return PLATE.test(plate) ? plate : undefined;
}

/** The plate as statements take it: `shownPlate` is null where it is shown as it is stored. */
export function plateColumns(of: { plate: string | null; shownPlate?: string | null }) {
  const { plate, shownPlate = plate } = of;
  return { plate, shownPlate: shownPlate === plate ? null : shownPlate };
}

/** The signs of a text as those of plates are compared, without what only separates them. */
export function plateSigns(text: string): string {
  return text.replaceAll(SEPARATOR, '').normalize('NFKC').toUpperCase().normalize('NFKC');
}
