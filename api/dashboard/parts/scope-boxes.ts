import { SCOPE_WORDS } from '../../../src/access/apps/app-scopes.ts';
import type { Scope } from '../../../src/access/principals/scopes.ts';
import { type Html, html } from '../../dress/html.ts';
import { type Form, ticked } from '../visit/form.ts';
import { box } from './field.ts';

/** How the names of the boxes begin, such as `scope:lots:read`. */
const SCOPE_FIELD = 'scope';

/** A box for each scope, in words; before a form was sent, ticked are those that `isUsual` says. */
export function scopeBoxes(
  scopes: readonly Scope[],
  form: Form | undefined,
  isUsual: (scope: Scope) => boolean,
): Html {
  const boxes = scopes.map((scope) => {
    const name = `${SCOPE_FIELD}:${scope}`;
    const isTicked = form === undefined ? isUsual(scope) : form[name] !== undefined;
    return box(name, html`${SCOPE_WORDS[scope]} <code>${scope}</code>`, isTicked);
  });
  return html`<div class="boxes long">${boxes}</div>`;
}

/** The scopes that are ticked. */
export const tickedScopes = (form: Form): string[] => ticked(form, SCOPE_FIELD);
