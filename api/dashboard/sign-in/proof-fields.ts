import { type Html, html } from '../../dress/html.ts';
import { field } from '../parts/field.ts';
import { type Form, maybe } from '../visit/form.ts';

/** The words for what an unknown address, a wrong password and a wrong code have in common. */
export const WRONG = 'The e-mail address, the password or the code is wrong.';

export function shutUntil(until: Date): string {
  const at = until.toISOString().slice(11, 16);
  return `Too many tries failed. Try again after ${at} UTC, or use a passkey.`;
}

export const codeField = field({
  ...{ name: 'code', label: 'Code', autocomplete: 'one-time-code', isRequired: true },
  hint: 'Six digits, or one of your recovery codes.',
});

/** One field takes both: a recovery code has letters, or is longer. */
export function codesIn(form: Form): { totp: string | null; recoveryCode: string | null } {
  const code = maybe(form, 'code') ?? null;
  const isTotp = code !== null && /^[\d\s]{6,7}$/.test(code);
  return { totp: isTotp ? code : null, recoveryCode: isTotp ? null : code };
}

/** A form that a passkey fills in. Its script shows it, in browsers that know passkeys. */
export function passkeyForm(action: string, fields: Html, use: 'get' | 'create' = 'get'): Html {
  return html`<form method="post" action="${action}" data-passkey="${use}" hidden>
${fields}
<input type="hidden" name="response">
<button>${use === 'get' ? 'Use a passkey' : 'Add a passkey'}</button>
<p class="error" role="alert" data-passkey-error hidden></p>
</form>`;
}
