import { AppError } from '../../../src/kit/errors.ts';
import type { Html } from '../../dress/html.ts';
import { refusalOf, sentence } from './notice.ts';

/** Why a form was refused: beside the fields that it names, and otherwise above the form. */
export type Refused = Readonly<{
  notice?: Html;
  /** By the name of the field. */
  fields: Readonly<Record<string, string>>;
}>;

/** What an operation says against a form with these fields. Throws what is no refusal again. */
export function refusedIn(error: unknown, names: readonly string[]): Refused {
  const details = error instanceof AppError ? error.details : undefined;
  if (!Array.isArray(details) || !details.every(({ field }) => names.includes(field)))
    return { notice: refusalOf(error), fields: {} };
  return { fields: Object.fromEntries(details.map((one) => [one.field, sentence(one.reason)])) };
}
