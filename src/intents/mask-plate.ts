import { normalisePlate } from '../vehicles/plate.ts';
import type { Intent } from './intent.ts';

const PLATE_MARK = '{plate}';
const OTHER_PLATE_MARK = '[plate]';
const EMAIL_MARK = '[email]';
export const EMAIL = /[^\s@<>]{1,64}@[^\s@<>.]{1,63}(?:\.[^\s@<>.]{1,63}){1,4}/g;

/**
 * An intent as it may be kept: `{plate}` where its plate is written, however it is spaced there,
 * `[plate]` for further ones and for VINs, `[email]` for addresses. One table only knows any of
 * these.
 */
export function maskPlate(text: string, intent: Pick<Intent, 'plate' | 'plateTexts'>): string {
  let masked = text.replaceAll(EMAIL, EMAIL_MARK);
  for (const plateText of intent.plateTexts) {
    const isPlate = normalisePlate(plateText) === intent.plate;
    masked = masked.replaceAll(plateText, isPlate ? PLATE_MARK : OTHER_PLATE_MARK);
  }
  if (intent.plate === null) return masked;
  const spaced = [...intent.plate].join('[\\s-]?');
  return masked.replaceAll(new RegExp(`(?<![A-Z\\d])${spaced}(?![A-Z\\d])`, 'gi'), PLATE_MARK);
}

/** The intent with its plate again; null: the plate is not known any more. */
export function unmaskPlate(masked: string, plate: string | null): string {
  return plate === null ? masked : masked.replaceAll(PLATE_MARK, plate);
}
