const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The number that a text writes in decimal notation, also with an exponent or leading zeros.
 * Undefined for everything else that JavaScript would take for a number: other bases, spaces, a
 * sign +, an empty text, Infinity.
 */
export function readDecimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}
