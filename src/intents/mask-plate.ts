const PLATE_MARK = '{plate}';
const EMAIL = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+/g;

/**
 * An intent as it may be kept: `{plate}` where its plate was written (`plateText`, null: nowhere),
 * `[email]` for addresses, as both are known by one table only.
 */
export function maskPlate(text: string, plateText: string | null): string {
  const masked = text.replaceAll(EMAIL, '[email]');
  return plateText === null ? masked : masked.replaceAll(plateText, PLATE_MARK);
}

/** The intent with its plate again, as far as the plate is still known. */
export function unmaskPlate(masked: string, plate: string | null): string {
  return plate === null ? masked : masked.replaceAll(PLATE_MARK, plate);
}
