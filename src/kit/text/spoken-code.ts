import { AppError } from '../errors.ts';

/** What nobody reads aloud. */
const SEPARATOR = /[\s\p{Dash_Punctuation}]/gu;
const CODE = /^([0-9a-z]{4})([0-9a-z]{4})$/i;
const SHORT_CODE = /^[0-9a-z]{4}$/i;

/**
 * A code as people write it or read it aloud, in any case, with spaces and dashes anywhere:
 * `7f3k 9q2m` -> `7F3K-9Q2M`; undefined for a text that is not a code. Codes have no sign that
 * looks or sounds like another (0 and O, 1 and I and L), so none is read for another.
 */
export function readSpokenCode(text: string): string | undefined {
  const [, first, second] = CODE.exec(text.replaceAll(SEPARATOR, '')) ?? [];
  return first && second ? `${first}-${second}`.toUpperCase() : undefined;
}

/** The short form of a code, its last four signs; undefined for any other text. */
export function readShortCode(text: string): string | undefined {
  const signs = text.replaceAll(SEPARATOR, '');
  return SHORT_CODE.test(signs) ? signs.toUpperCase() : undefined;
}

export function isSameCode(text: string, code: string): boolean {
  const read = readSpokenCode(text);
  return read !== undefined && read === readSpokenCode(code);
}

/**
 * Which one of several with a code is meant, given newest first: the one that lives, otherwise the
 * newest; undefined: there is none. BAD_REQUEST with `candidates` when several live.
 */
export function oneOfCode<One>(
  found: readonly One[],
  { isLiving, shown }: { isLiving(one: One): boolean; shown(one: One): object },
): One | undefined {
  const living = found.filter(isLiving);
  if (living.length <= 1) return living[0] ?? found[0];
  const candidates = living.map(shown);
  throw new AppError('BAD_REQUEST', 'several have this code: name one of them by its id', {
    details: { reason: 'several', candidates },
  });
}
