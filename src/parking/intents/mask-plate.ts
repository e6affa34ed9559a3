import { charactersOf } from '../../kit/words/text/characters.ts';
import { plateSigns } from '../vehicles/plate.ts';
import type { Intent } from './intent.ts';

const PLATE_MARK = '{plate}';
const OTHER_PLATE_MARK = '[plate]';
const EMAIL_MARK = '[email]';
/** A sign beside which a word goes on. These scripts write words without spaces between them. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}' +
  '\\p{sc=Myanmar}\\p{sc=Tibetan}';
const WORD = new RegExp(`[[\\p{L}\\p{N}]--[${UNSPACED}]]`, 'v');
export const EMAIL = /[^\s@<>]{1,64}@[^\s@<>.]{1,63}(?:\.[^\s@<>.]{1,63}){1,4}/g;

/**
 * An intent in the form in which it may be stored: `{plate}` in place of the plate that the hold is
 * for, however it is spaced and written, `[plate]` for other plates and for VINs, `[email]` for
 * addresses. Plates, VINs and addresses are stored only in tables of their own.
 */
export function maskPlate(text: string, intent: Pick<Intent, 'plate' | 'plateTexts'>): string {
  let masked = text.replaceAll(EMAIL, EMAIL_MARK);
  if (intent.plate !== null) masked = maskSigns(masked, intent.plate, PLATE_MARK);
  for (const signs of intent.plateTexts.map(plateSigns))
    if (signs !== intent.plate) masked = maskSigns(masked, signs, OTHER_PLATE_MARK);
  return masked;
}

/** The plate in the words of the text, or as it was read where its words spell it out. */
export function plateAsStated({ plate, plateTexts }: Pick<Intent, 'plate' | 'plateTexts'>) {
  return plateTexts.find((text) => plateSigns(text) === plate) ?? plate;
}

/** The intent with its plate inserted again; null: the plate is no longer known. */
export function unmaskPlate(masked: string, plate: string | null): string {
  return plate === null ? masked : masked.replaceAll(PLATE_MARK, () => plate);
}

/** Puts `mark` where the text has these signs as a word or words, with any separators between. */
function maskSigns(text: string, signs: string, mark: string): string {
  const characters = charactersOf(text);
  let masked = '';
  for (let i = 0; i < characters.length; ) {
    const end = WORD.test(characters[i - 1] ?? '') ? undefined : endOfSigns(characters, i, signs);
    masked += end === undefined ? characters[i] : mark;
    i = end ?? i + 1;
  }
  return masked;
}

/** Where the signs end that begin at `from`; undefined: there are others. */
function endOfSigns(characters: string[], from: number, signs: string): number | undefined {
  let read = '';
  for (let i = from; i < characters.length && signs.startsWith(read); i += 1) {
    const added = plateSigns(characters[i] ?? '');
    if (read === '' && added === '') return undefined;
    read += added;
    if (read === signs) return WORD.test(characters[i + 1] ?? '') ? undefined : i + 1;
  }
  return undefined;
}
