import { relyingPartyOf } from '../../../src/access/sign-in/passkeys/relying-party.ts';
import {
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '../../../src/access/sign-in/passkeys/sign-in-with-passkey.ts';
import { AppError, badField, notFound } from '../../../src/kit/errors.ts';
import type { OpenPage } from '../dashboard-page.ts';
import { type Form, maybe } from '../visit/form.ts';
import { nextPath } from '../visit/next.ts';
import { deviceOf, goOnAs } from './begin-visit.ts';

/** Without `response` it answers what a passkey has to sign; with it somebody is signed in. */
export const passkeySignInPage: OpenPage = {
  path: '/dashboard/sign-in/passkey',
  name: 'dashboardPasskeySignIn',
  isOpen: true,

  async post(asked, form) {
    const { db, config } = asked.api;
    const party = relyingPartyOf(config.baseUrl);
    if (party === undefined) throw notFound('page');
    const response = passkeyResponse(form);
    if (response === undefined) return { json: await beginPasskeySignIn(db, party) };
    const result = await finishPasskeySignIn(db, { response, device: deviceOf(asked) }, party);
    if (result.outcome === 'ok') return goOnAs(result, nextPath(form.next));
    throw unknownPasskey();
  },
};

/** What a passkey answered; undefined: it was not asked yet. Errors: BAD_REQUEST. */
export function passkeyResponse(form: Form): unknown {
  const text = maybe(form, 'response');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badField('response', 'is not what a passkey signs');
  }
}

export function unknownPasskey(): AppError {
  return new AppError('FORBIDDEN', 'this passkey is not known here: use another way to sign in');
}
