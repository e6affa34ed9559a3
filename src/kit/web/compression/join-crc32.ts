/** The polynomial of CRC-32 (RFC 1952 8) with its bits reversed: the highest bit is x^0. */
const POLYNOMIAL = 0xedb88320;
const X_TO_8 = 0x00800000;

/** x^(8 · 2^k): the factor for a text that 2^k bytes follow. */
const SHIFTS = [X_TO_8];
for (let k = 1; k < 32; k += 1) SHIFTS.push(times(SHIFTS[k - 1] ?? 0, SHIFTS[k - 1] ?? 0));

/**
 * The CRC-32 of two joined texts, from the CRC-32 of each and the length of the second in bytes n:
 * `a · x^(8 n) + b` (M. Adler, crc32_combine of zlib).
 */
export function joinCrc32(a: number, b: number, byteLengthOfB: number): number {
  let moved = a;
  for (let k = 0, left = byteLengthOfB; left > 0; k += 1, left >>>= 1)
    if ((left & 1) === 1) moved = times(moved, SHIFTS[k] ?? 0);
  return (moved ^ b) >>> 0;
}

/** The product of two polynomials modulo the polynomial of CRC-32. */
function times(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if (((a >>> bit) & 1) === 1) product ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
