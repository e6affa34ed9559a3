import { badField } from '../../errors.ts';

const FIELDS_MAX = 1_000;
const NAME_LENGTH_MAX = 100;

/**
 * The fields of a form (WHATWG URL, application/x-www-form-urlencoded), each as its text. Errors:
 * BAD_REQUEST naming a field that is sent twice, or `body` for a text that is not a form.
 */
export function readForm(text: string): Record<string, string> {
  const pairs = text.split('&', FIELDS_MAX + 1).filter((pair) => pair !== '');
  if (pairs.length > FIELDS_MAX) throw badField('body', `has more than ${FIELDS_MAX} fields`);
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const [name = ''] = pair.split('=', 1);
    const field = decoded(name);
    if (fields.has(field)) throw badField(field.slice(0, NAME_LENGTH_MAX), 'is given twice');
    fields.set(field, decoded(pair.slice(name.length + 1)));
  }
  return Object.fromEntries(fields);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw badField('body', 'is not a valid form');
  }
}
