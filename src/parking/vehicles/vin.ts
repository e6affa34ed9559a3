const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const VIN_RULE = 'must be a vehicle identification number of 17 letters and digits';
const VIN_CHECK_RULE = 'has a check digit (its 9th) that does not fit the others';

/** First letters of the regions whose law requires a check digit: North America and China. */
const CHECKED_REGIONS = '12345L';
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_AT = 8;

/**
 * A vehicle identification number (ISO 3779) in its stored form: upper case, no spaces or dashes.
 * `problem` says what is wrong: letters and length, or the check digit where the law of the region
 * requires one (49 CFR 565.15, GB 16735).
 */
export function readVin(text: string): { vin: string } | { problem: string } {
  const vin = text.toUpperCase().replace(/[\s-]/g, '');
  if (!VIN.test(vin)) return { problem: VIN_RULE };
  if (CHECKED_REGIONS.includes(vin.charAt(0)) && vin.charAt(CHECK_AT) !== checkDigit(vin))
    return { problem: VIN_CHECK_RULE };
  return { vin };
}

/** Letters count 1 to 9 in three rows of the alphabet; the weighted sum is taken modulo 11. */
function checkDigit(vin: string): string {
  const sum = WEIGHTS.reduce(
    (total, weight, i) => total + weight * (VALUES.indexOf(vin.charAt(i)) % 10),
    0,
  );
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}
