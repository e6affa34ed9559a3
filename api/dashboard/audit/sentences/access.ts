import { html } from '../../../dress/html.ts';
import { counted, dollars } from '../../parts/amount.ts';
import { instant } from '../../parts/instant.ts';
import { changes, type Said, type Sentence, value } from '../said.ts';

const isOn = (is: unknown) => (is === true ? 'set' : 'removed');
const scopes = (all: unknown) => counted(Array.isArray(all) ? all.length : 0, 'scope');
const cents = (one: unknown) => dollars(typeof one === 'number' ? one : null);
const signIns = ({ after }: Said) => {
  const ended = Number(after.sign_in_count ?? 0);
  return ended > 0 && html`, which ended ${counted(ended, 'sign-in')}`;
};

/** What happens to an operator, its plan, its money, its keys and its people. */
export const ACCESS_SENTENCES = {
  'operator.created': () => 'made the operator',
  'operator.updated': (said) => html`changed the operator: ${changes(said)}`,
  'plan.changed': ({ before, after }) =>
    'plan' in before
      ? html`changed the plan from ${value(before.plan)} to ${value(after.plan)}`
      : after.next_plan == null
        ? 'gave up the planned change of the plan'
        : html`planned the plan ${value(after.next_plan)} for the next month`,
  'payment_account.created': () => 'opened the account for payouts',
  'payment_account.updated': (said) => html`changed the account for payouts: ${changes(said)}`,
  'invoice.issued': ({ thing, after }) =>
    html`issued ${thing} of ${cents(after.total_cents)}, due ${instant(text(after.due_at))}`,
  'invoice.voided': ({ thing }) => html`took ${thing} back`,
  'invoice.paid': ({ thing }) => html`noted that ${thing} is paid`,
  'key.created': ({ thing, after }) =>
    html`made ${thing}, with ${scopes(after.scopes)}${after.mandate != null && ' and a mandate'}`,
  'key.revoked': ({ thing, after, named }) =>
    after.rotated_to == null
      ? html`ended ${thing}`
      : html`replaced ${thing} by ${named(after.rotated_to)}`,
  'agent.registered': ({ after, named }) =>
    html`registered the agent ${value(after.name)} of ${value(after.platform)} for
${named(after.key_id)}`,
  'erasure.requested': ({ after }) =>
    html`asked for the erasure of a person, found by ${value(after.kind)}, until
${instant(text(after.due_at))}`,
  'erasure.canceled': () => 'canceled the erasure of a person',
  'erasure.done': ({ after }) =>
    html`erased a person from ${counted(Number(after.session_count ?? 0), 'stay')} and
${counted(Number(after.hold_count ?? 0), 'hold')}`,
  'member.invited': ({ after }) =>
    html`invited somebody as ${value(after.role)}${after.has_email === true && ', by mail'}`,
  'invitation.withdrawn': () => 'withdrew an invitation',
  'member.joined': ({ after }) => html`joined as ${value(after.role)}`,
  'member.role_changed': ({ thing, before, after }) =>
    html`made ${thing} ${value(after.role)}, before ${value(before.role)}`,
  'member.removed': (said) => html`removed ${said.thing}${signIns(said)}`,
  'sign_in.ended': ({ after, named }) => html`ended a sign-in of ${named(after.member_id)}`,
  'password.set': (said) =>
    html`${said.before.has_password === true ? 'changed' : 'set'} a password${signIns(said)}`,
  'company_account.linked': ({ after, named }) =>
    html`linked a company account to ${named(after.member_id)}`,
  'person.name_changed': ({ after, named }) => html`changed the name of ${named(after.member_id)}`,
  'person.email_changed': ({ before, after }) =>
    html`${before.has_email === false ? 'added an' : 'changed the'} e-mail address${
      after.is_email_confirmed === true && ', which is confirmed'
    }`,
  'app.connected': ({ thing }) => html`connected the app ${thing}`,
  'app.ended': ({ thing }) => html`ended the connection of the app ${thing}`,
  'passkey.added': ({ after, named }) => html`added a passkey of ${named(after.member_id)}`,
  'passkey.removed': ({ after, named }) => html`removed a passkey of ${named(after.member_id)}`,
  'totp.set': ({ after }) => html`${isOn(after.has_totp ?? true)} codes of an app for signing in`,
  'totp.removed': () => 'removed codes of an app for signing in',
  'recovery_codes.set': ({ after }) => html`made ${value(after.code_count)} recovery codes`,
} as const satisfies Readonly<Record<string, Sentence>>;

const text = (one: unknown) => (typeof one === 'string' ? one : null);
