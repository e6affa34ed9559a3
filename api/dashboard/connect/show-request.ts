import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import type { Scope } from '../../../src/access/principals/scopes.ts';
import { type Html, html } from '../../dress/html.ts';
import type { Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { definitions } from '../parts/definitions.ts';
import { choice, field } from '../parts/field.ts';
import { scopeBoxes } from '../parts/scope-boxes.ts';
import type { Form } from '../visit/form.ts';
import type { AppRequest } from './interaction.ts';

/** The fields beside which it is shown what is wrong with them. */
export const FIELDS = ['max_per_month', 'currency', 'spend_cap', 'expires_at'] as const;

/** What was typed before, and why it was refused; `errors` are by field. */
export type Refused = {
  form: Form;
  problem: Html;
  errors: Readonly<Record<string, string>>;
};

/** What a person reads and fills in before an app is connected. */
export function showRequest(visit: Visit, asked: AppRequest, refused?: Refused): Shown {
  const { personName, operatorName, role } = visit.signIn;
  const held = SCOPES_OF_ROLE[role];
  const offered = asked.scopes.filter((scope) => held.includes(scope));
  return {
    title: `Connect ${asked.clientName}?`,
    main: html`${refused?.problem}
<p>${personName}, an app that calls itself <b>${asked.clientName}</b> wants to act for
<b>${operatorName}</b>. Anybody can give an app any name: check where it comes from.</p>
${definitions([
  ['Described by', asked.clientHost ?? 'nobody: it registered itself'],
  ['You are sent back to', asked.redirectHost],
  ['It will use', asked.resource],
])}
${otherOperators(visit)}
${
  offered.length === 0
    ? html`<p>It asks only for what you may not do yourself, so you cannot connect it.</p>`
    : decisionForm(visit, { asked, offered, refused })
}`,
  };
}

/** A person who works for several operators may have meant another one. */
function otherOperators({ signIn, csrf, path, href }: Visit): Html | null {
  const { otherOperators } = signIn;
  if (otherOperators.length === 0) return null;
  return html`<form method="post" action="${href('/operator')}">${csrfField({ csrf })}
<input type="hidden" name="next" value="${path}">
<p>${otherOperators.map(
    ({ memberId, operatorName }) =>
      html`<button name="member_id" value="${memberId}">Act for ${operatorName} instead</button>
`,
  )}</p></form>`;
}

type Offer = { asked: AppRequest; offered: readonly Scope[]; refused: Refused | undefined };

function decisionForm(visit: Visit, { asked, offered, refused }: Offer): Html {
  const form = refused?.form;
  return html`<form method="post" action="${visit.path}">${csrfField(visit)}
<fieldset><legend>It may</legend>
${scopeBoxes(offered, form, () => true)}</fieldset>
${choice({ name: 'mode', label: 'Where', value: form?.mode }, [
  ['live', 'Live: real stays and money'],
  ['test', 'Test: data of its own, no money'],
])}
${asked.canSpend && parkingLimit(refused)}
${
  offered.includes('intelligence') &&
  amount('spend_cap', 'The most it may spend on market figures in a month, US dollars', refused)
}
${field({
  ...{ name: 'expires_at', label: 'It ends at the beginning of this day (UTC)', type: 'date' },
  ...{ value: form?.expires_at, error: refused?.errors.expires_at },
  hint: 'Empty: after a year, or when you end it.',
})}
<div class="row">
<button class="primary" name="decision" value="allow">Connect</button>
<button name="decision" value="refuse">Do not connect</button></div>
</form>`;
}

function parkingLimit(refused: Refused | undefined): Html {
  return html`${amount('max_per_month', 'The most it may spend on parking in a month', refused)}
${field({
  ...{ name: 'currency', label: 'Currency of that amount', value: refused?.form.currency ?? 'usd' },
  error: refused?.errors.currency,
  more: html` maxlength="3"`,
})}`;
}

function amount(name: string, label: string, refused: Refused | undefined): Html {
  return field({
    ...{ name, label, value: refused?.form[name], error: refused?.errors[name] },
    hint: 'Empty: as much as it likes.',
    more: html` inputmode="decimal"`,
  });
}
