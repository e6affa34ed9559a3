import { badField } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Form } from '../visit/form.ts';
import { field } from './field.ts';

/** What cannot be undone is confirmed by typing its name. */
export function typedName(
  name: string,
  more: { id?: string; error?: string | undefined } = {},
): Html {
  return html`${field({
    ...{ name: 'typed_name', label: `Type “${name}” to confirm`, isRequired: true },
    ...{ autocomplete: 'off', ...more },
  })}`;
}

/** Errors: BAD_REQUEST naming the field. */
export function checkTyped(form: Form, name: string): void {
  if (form.typed_name?.trim() !== name.trim())
    throw badField('typed_name', 'is another name, so nothing was done');
}
