import { normalisePlate } from '../vehicles/plate.ts';
import type { Intent } from './intent.ts';

const PLATE_MARK = '{plate}';
const OTHER_PLATE_MARK = '[plate]';
const EMAIL_MARK = '[email]';
export const EMAIL = /[^\s@<>]{1,64}@[^\s@<>.]{1,63}(?:\.[^\s@<>.]{1,63}){1,4}/g;

/**
 * An intent in the form in which it may be stored: `{plate}` in place of its plate, however it is
 * spaced, `[plate]` for further plates and for VINs, `[email]` for addresses. Plates, VINs and
 * addresses are stored only in tables of their own.
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

/** The intent with its plate inserted again; null: the plate is no longer known. */
export function unmaskPlate(masked: string, plate: string | null): string {
  return plate === null ? masked : masked.replaceAll(PLATE_MARK, plate);
}
