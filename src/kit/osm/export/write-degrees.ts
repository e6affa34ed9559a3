/** As precise as the places of lots; OpenStreetMap has one digit more. */
const DIGITS = 6;

/** Degrees as a decimal without an exponent: `24.94123`. */
export function writeDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(DIGITS)) || 0);
}
