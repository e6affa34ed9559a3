import type { Scope } from '../../../src/access/principals/scopes.ts';
import { html } from '../../dress/html.ts';
import { createKeyOperation } from '../../v1/keys/create.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { figure, mandateFields, mandateOf } from '../mandates/mandate-fields.ts';
import { field } from '../parts/field.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { scopeBoxes, tickedScopes } from '../parts/scope-boxes.ts';
import { type Form, maybe } from '../visit/form.ts';
import { heldScopes } from '../visit/held-scopes.ts';
import { type MadeKey, shownOnce } from './shown-once.ts';

/** Ticked unless the person chooses others: what most programs need. */
const USUAL_SCOPES: readonly Scope[] = [
  'lots:read',
  'sessions:read',
  'sessions:write',
  'intelligence',
];
const CENTS = 100;

export const newKeyPage: ClosedPage = {
  path: '/dashboard/keys/new',
  name: 'dashboardNewKey',
  isSensitive: 'seen',
  get: async (visit) => show(visit),

  async post(visit, form) {
    const cap = figure(maybe(form, 'spend_cap'));
    const mandate = mandateOf(form);
    const expiresAt = maybe(form, 'expires_on');
    try {
      const made = await visit.call<MadeKey>(createKeyOperation, {
        body: {
          name: form.name ?? '',
          scopes: tickedScopes(form),
          fleet_id: maybe(form, 'fleet_id'),
          agent_platform: maybe(form, 'agent_platform'),
          ...(expiresAt && { expires_at: `${expiresAt}T00:00:00Z` }),
          ...(cap !== undefined && { spend_cap_cents: inCents(cap) }),
          ...(mandate && { mandate }),
        },
      });
      return shownOnce(visit, made, 'The key is made');
    } catch (error) {
      return { ...show(visit, form, refusedIn(error)), status: 400 };
    }
  },
};

/** What is no number stays as it is, so that it is refused. */
function inCents(dollars: number | string): number | string {
  return typeof dollars === 'number' ? Math.round(dollars * CENTS) : dollars;
}

function show(visit: Visit, form?: Form, refused?: Refused): Shown {
  const wrong = refused?.fields ?? {};
  const held = heldScopes(visit);
  return {
    title: 'New key',
    main: html`${refused?.notice}
<form method="post" action="${visit.href('/keys/new')}">${csrfField(visit)}
${field({
  ...{ name: 'name', label: 'Name', value: form?.name, isRequired: true, error: wrong.name },
  hint: 'What the key is for, such as “barrier at Elm Street”.',
})}
<fieldset><legend>What it may do</legend>
${scopeBoxes(held, form, (scope) => USUAL_SCOPES.includes(scope))}</fieldset>
<details class="card"><summary>Limits</summary>
${field({
  ...{ name: 'spend_cap', label: 'At most a month for priced answers, in US dollars' },
  ...{ type: 'number', value: form?.spend_cap, more: html` min="0" step="0.01"` },
  hint: 'Without it there is no cap.',
})}
${field({
  ...{ name: 'expires_on', label: 'It ends at the beginning of this day (UTC)', type: 'date' },
  value: form?.expires_on,
})}
${field({
  ...{
    name: 'fleet_id',
    label: 'Of this fleet alone',
    value: form?.fleet_id,
    error: wrong.fleet_id,
  },
  hint: 'It sees only stays and holds of this fleet.',
})}
${field({
  ...{ name: 'agent_platform', label: 'Held by an agent of this platform' },
  ...{ value: form?.agent_platform, error: wrong.agent_platform },
})}
</details>
<details class="card"${form && mandateOf(form) && html` open`}><summary>Mandate</summary>
${mandateFields(form ?? {}, wrong)}</details>
<div class="row">
<button class="primary">Make the key</button>
<a class="button" href="${visit.href('/keys')}">Back</a></div>
</form>`,
  };
}
