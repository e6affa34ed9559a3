import {
  listPasskeys,
  removePasskey,
} from '../../../src/access/sign-in/passkeys/manage-passkeys.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../../src/access/sign-in/passkeys/register-passkey.ts';
import { relyingPartyOf } from '../../../src/access/sign-in/passkeys/relying-party.ts';
import { type Html, html } from '../../dress/html.ts';
import type { ClosedPage, PageReply, Shown, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { field } from '../parts/field.ts';
import { instant } from '../parts/instant.ts';
import { orRefused } from '../parts/or-refused.ts';
import { table } from '../parts/table.ts';
import { passkeyResponse } from '../sign-in/passkey.ts';
import { passkeyForm } from '../sign-in/proof-fields.ts';
import { PASSKEY_SCRIPT } from '../sign-in/sign-in-files.ts';
import { type Form, maybe, need } from '../visit/form.ts';

/** Of a passkey that is given no name. */
const USUAL_NAME = 'Passkey';

export const passkeysPage: ClosedPage = {
  path: '/dashboard/account/passkeys',
  name: 'dashboardPasskeys',
  isSensitive: 'seen',
  givesProof: true,
  get: (visit) => show(visit),

  post: orRefused(change, show),
};

/** Adds one, in two steps: what a browser needs to make it, and what it made. */
async function change(visit: Visit, form: Form): Promise<PageReply> {
  const { api, signIn, requestId, href } = visit;
  if (form.act === 'remove') {
    await removePasskey(api.db, signIn, need(form, 'passkey_id'), requestId);
    return { location: href('/account/passkeys') };
  }
  const party = relyingPartyOf(api.config.baseUrl);
  if (party === undefined) return show(visit);
  const response = passkeyResponse(form);
  if (response === undefined)
    return { json: await beginPasskeyRegistration(api.db, signIn, party) };
  const made = { response, name: maybe(form, 'name') ?? USUAL_NAME };
  await finishPasskeyRegistration(api.db, signIn, made, party, requestId);
  return { location: href('/account/passkeys') };
}

async function show(visit: Visit, problem?: Html): Promise<Shown> {
  const { api, signIn, href } = visit;
  const passkeys = await listPasskeys(api.db, signIn.personId);
  const action = href('/account/passkeys');
  const name = html`${csrfField(visit)}${field({
    ...{ name: 'name', label: 'Name of a new passkey' },
    hint: 'Such as the device that keeps it.',
  })}`;
  return {
    title: 'Passkeys',
    scripts: [PASSKEY_SCRIPT],
    main: html`${problem}
<p>A passkey is kept by your device and cannot be typed into a wrong page.</p>
${table({
  caption: 'Passkeys',
  heads: ['Name', 'Made', 'Last used', ''],
  rows: passkeys.map((one) => [
    one.name,
    instant(one.createdAt.toISOString()),
    instant(one.lastUsedAt?.toISOString()),
    html`<form method="post" action="${action}">${csrfField(visit)}
<input type="hidden" name="passkey_id" value="${one.passkeyId}">
<button class="quiet" name="act" value="remove">Remove</button></form>`,
  ]),
  empty: html`<p>You have no passkey yet.</p>`,
})}
${
  relyingPartyOf(api.config.baseUrl) === undefined
    ? html`<p>Browsers make no passkey for a bare IP address: open this page by a name, such as
localhost.</p>`
    : passkeyForm(action, name, 'create')
}
<p><a class="button" href="${href('/account')}">Back</a></p>`,
  };
}
