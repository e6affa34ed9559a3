import { badField } from '../../../src/kit/errors.ts';
import { readBody, type SentBody } from '../../../src/kit/web/input/read-body.ts';

/** The fields of a form by name, each as its text. */
export type Form = Readonly<Record<string, string | undefined>>;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Errors: those of `readBody`. */
export async function readForm(sent: SentBody | undefined): Promise<Form> {
  const arrived = await readBody(sent, [FORM_TYPE]);
  return (arrived?.value ?? {}) as Form;
}

/** A field that has to be filled in. Errors: BAD_REQUEST naming the field. */
export function need(form: Form, name: string): string {
  const text = form[name]?.trim();
  if (text === undefined || text === '') throw badField(name, 'is needed');
  return text;
}

/** A field that may be left empty: then it is undefined. */
export function maybe(form: Form, name: string): string | undefined {
  const text = form[name]?.trim();
  return text === '' ? undefined : text;
}

/** The boxes that are ticked among those whose names begin so, such as `scope:lots:read`. */
export function ticked(form: Form, prefix: string): string[] {
  return Object.keys(form).flatMap((name) =>
    name.startsWith(`${prefix}:`) ? [name.slice(prefix.length + 1)] : [],
  );
}
