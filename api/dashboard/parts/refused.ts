import { AppError } from '../../../src/kit/errors.ts';
import type { Html } from '../../dress/html.ts';
import { refusalOf, sentence } from './notice.ts';

/** Why a form was refused: in whole, above it, and what is wrong with each of its fields. */
export type Refused = Readonly<{
  notice?: Html;
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
}>;

export const NOT_REFUSED: Refused = { fields: {} };

/**
 * What an operation says against a form. A field of it is called as that of the body, or by `named`
 * where it has another name, such as `area_lat` for `mandate.area.lat`. Throws what is no refusal
 * again.
 */
export function refusedIn(error: unknown, named: (field: string) => string = same): Refused {
  const notice = refusalOf(error);
  const details = error instanceof AppError ? error.details : undefined;
  const found = Array.isArray(details) ? details : [];
  const fields = found.map(({ field, reason }) => [named(field), sentence(reason)]);
  return { notice, fields: Object.fromEntries(fields) };
}

/** The same in one text, for a script. */
export function wordsOf(error: unknown): string {
  refusalOf(error);
  return sentence(error instanceof AppError ? error.message : '');
}

const same = (field: string) => field;
