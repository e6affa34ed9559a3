import type { Intent } from './intent.ts';

const PLATE_MARK = '{plate}';
const OTHER_PLATE_MARK = '[plate]';
const EMAIL_MARK = '[email]';
const EMAIL = /[^\s@<>]{1,64}@[^\s@<>.]{1,63}(?:\.[^\s@<>.]{1,63}){1,4}/g;

/**
 * An intent as it may be kept: `{plate}` where its plate was written, `[plate]` for further ones
 * and for VINs, `[email]` for addresses. One table only knows any of these.
 */
export function maskPlate(text: string, { plateTexts }: Pick<Intent, 'plateTexts'>): string {
  const [plate, ...others] = plateTexts;
  let masked = text.replaceAll(EMAIL, EMAIL_MARK);
  if (plate !== undefined) masked = masked.replaceAll(plate, PLATE_MARK);
  for (const other of others) masked = masked.replaceAll(other, OTHER_PLATE_MARK);
  return masked;
}

/** The intent with its plate again; null: the plate is not known any more. */
export function unmaskPlate(masked: string, plate: string | null): string {
  return plate === null ? masked : masked.replaceAll(PLATE_MARK, plate);
}
