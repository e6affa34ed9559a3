import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import { type Html, html } from '../../dress/html.ts';
import { createKeyOperation } from '../../v1/keys/create.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { box, field } from '../parts/field.ts';
import { refusalOf } from '../parts/notice.ts';
import { type Form, maybe, ticked } from '../visit/form.ts';
import { type MadeKey, shownOnce } from './shown-once.ts';

/** Ticked unless the person chooses others: what most programs need. */
const USUAL_SCOPES = ['lots:read', 'sessions:read', 'sessions:write', 'intelligence'];
const CENTS = 100;

export const newKeyPage: ClosedPage = {
  path: '/dashboard/keys/new',
  name: 'dashboardNewKey',
  isSensitive: 'seen',
  get: async (visit) => show(visit),

  async post(visit, form) {
    const cap = maybe(form, 'spend_cap');
    const expiresAt = maybe(form, 'expires_on');
    try {
      const made = await visit.call<MadeKey>(createKeyOperation, {
        body: {
          name: form.name ?? '',
          scopes: ticked(form, 'scope'),
          fleet_id: maybe(form, 'fleet_id'),
          agent_platform: maybe(form, 'agent_platform'),
          ...(expiresAt && { expires_at: `${expiresAt}T00:00:00Z` }),
          ...(cap && { spend_cap_cents: Math.round(Number(cap) * CENTS) }),
        },
      });
      return shownOnce(visit, made, 'The key is made');
    } catch (error) {
      return { ...show(visit, form, refusalOf(error)), status: 400 };
    }
  },
};

function show(visit: Visit, form?: Form, problem?: Html): Shown {
  const held = SCOPES_OF_ROLE[visit.signIn.role];
  const isTicked = (scope: string) =>
    form === undefined ? USUAL_SCOPES.includes(scope) : form[`scope:${scope}`] !== undefined;
  return {
    title: 'New key',
    main: html`${problem}
<form method="post" action="${visit.href('/keys/new')}">${csrfField(visit)}
${field({
  ...{ name: 'name', label: 'Name', value: form?.name, isRequired: true },
  hint: 'What the key is for, such as “barrier at Elm Street”.',
})}
<fieldset><legend>What it may do</legend><div class="boxes">
${held.map((scope) => box(`scope:${scope}`, scope, isTicked(scope)))}</div></fieldset>
<details><summary>Limits</summary>
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
  ...{ name: 'fleet_id', label: 'Of this fleet alone', value: form?.fleet_id },
  hint: 'It sees only stays and holds of this fleet.',
})}
${field({
  ...{ name: 'agent_platform', label: 'Held by an agent of this platform' },
  value: form?.agent_platform,
})}
</details>
<button class="primary">Make the key</button>
<a class="button" href="${visit.href('/keys')}">Back</a>
</form>`,
  };
}
