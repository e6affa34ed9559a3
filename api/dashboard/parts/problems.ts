import { AppError } from '../../../src/kit/errors.ts';
import type { Html } from '../../dress/html.ts';
import { refusalOf, sentence } from './notice.ts';

/** Why a form was refused: in whole, and what is wrong with each of its fields. */
export type Problems = Readonly<{ note?: Html; of(field: string): string | undefined }>;

export const NO_PROBLEMS: Problems = { of: () => undefined };

/**
 * Those of a refused call. A field of a form is called as that of the body, or by `named` where it
 * has another name, such as `area_lat` for `mandate.area.lat`. Throws what is no refusal again.
 */
export function problemsOf(error: unknown, named: (field: string) => string = same): Problems {
  const note = refusalOf(error);
  const details = error instanceof AppError ? error.details : undefined;
  const found = Array.isArray(details) ? details : [];
  const reasons = new Map(found.map(({ field, reason }) => [named(field), sentence(reason)]));
  return { note, of: (field) => reasons.get(field) };
}

/** The same in one text, for a script. */
export function wordsOf(error: unknown): string {
  refusalOf(error);
  return sentence(error instanceof AppError ? error.message : '');
}

const same = (field: string) => field;
