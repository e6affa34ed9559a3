const DECIMAL_COMMA = /^(-?)(\d{1,3}(?:[. ]\d{3})*|\d+),(\d{1,2})$/;
const THOUSANDS_COMMA = /^(-?)(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/;

/**
 * An amount with a decimal point: `7,90` -> `7.90`, `1.234,50` and `1,234.50` -> `1234.50`. All
 * other texts as they are: `1,234` and `1.234` may be either.
 */
export function readDecimalText(text: string): string {
  const plain = text.replaceAll(/\s/g, ' ');
  const [, sign = '', whole, part = ''] =
    DECIMAL_COMMA.exec(plain) ?? THOUSANDS_COMMA.exec(plain) ?? [];
  return whole === undefined ? text : `${sign}${whole.replaceAll(/\D/g, '')}.${part}`;
}
