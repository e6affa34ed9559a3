/**
 * A code as people write it or read it aloud: in any case, with a dash, a space or nothing between.
 */
const CODE = /^([0-9a-z]{4})[-\u2010-\u2015 ]?([0-9a-z]{4})$/i;

/** `7f3k 9q2m` -> `7F3K-9Q2M`; undefined for a text that is not a code. */
export function normaliseSessionCode(text: string): string | undefined {
  const [, first, second] = CODE.exec(text.trim()) ?? [];
  return first && second ? `${first}-${second}`.toUpperCase() : undefined;
}

export function isSameCode(text: string, code: string): boolean {
  const normalised = normaliseSessionCode(text);
  return normalised !== undefined && normalised === normaliseSessionCode(code);
}
