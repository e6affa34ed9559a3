import { expect } from 'vitest';
import { linkCompanyAccount } from '../../../../src/access/sign-in/company/company-accounts.ts';
import {
  listPasskeys,
  removePasskey,
} from '../../../../src/access/sign-in/passkeys/manage-passkeys.ts';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
} from '../../../../src/access/sign-in/passkeys/register-passkey.ts';
import { setPassword } from '../../../../src/access/sign-in/passwords/set-password.ts';
import { requestEmailChange } from '../../../../src/access/sign-in/person/change-email.ts';
import { setName } from '../../../../src/access/sign-in/person/set-name.ts';
import { endAllSignIns, type SignIn } from '../../../../src/access/sign-in/sign-ins.ts';
import {
  beginTotp,
  confirmTotp,
  removeTotp,
} from '../../../../src/access/sign-in/totp/manage-totp.ts';
import { newRecoveryCodes } from '../../../../src/access/sign-in/totp/recovery-codes.ts';
import { totpCode } from '../../../../src/access/sign-in/totp/totp.ts';
import { addMember, PASSWORD } from '../../../src/access/people.ts';
import { createAuthenticator } from '../../../src/access/sign-in/authenticator.ts';
import type { TestApi } from '../../client.ts';

const PARTY = { id: 'parking.example', origin: 'https://parking.example' };
const WITHOUT_MAIL = { mail: undefined, baseUrl: PARTY.origin };
const REQUEST = `req_${'0'.repeat(32)}`;

/** Does all that has an audit row about the members of an operator. */
export async function useMembers(api: TestApi, operatorId: string): Promise<void> {
  const key = await api.createKey({ operatorId });
  async function call(method: string, path: string, body?: object) {
    const answer = await api.request(method, path, { key: key.secret, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }
  const { invitation } = await call('POST', '/api/v1/invitations', { role: 'viewer' });
  await call('DELETE', `/api/v1/invitations/${invitation.id}`);
  await addMember(api.database, operatorId);
  const { signIn } = await addMember(api.database, operatorId, { email: 'diff@example.com' });
  await useProofs(api, signIn);
  const path = `/api/v1/members/${signIn.memberId}`;
  await call('PATCH', path, { role: 'manager' });
  await endAllSignIns(api.database.db, signIn.personId, { requestId: REQUEST });
  await call('DELETE', path);
}

/** What a person signs in with is set up and taken away. */
async function useProofs({ database: { db } }: TestApi, signIn: SignIn): Promise<void> {
  await setName(db, signIn, 'Kim Leeds', REQUEST);
  await requestEmailChange(db, WITHOUT_MAIL, signIn, 'another@example.com', REQUEST);
  await setPassword(db, signIn, PASSWORD, REQUEST);
  const { secret } = await beginTotp(db, { ...signIn, account: 'x' });
  const now = new Date();
  const code = totpCode(secret, Math.floor(now.getTime() / 30_000));
  await confirmTotp(db, signIn, { code, now }, REQUEST);
  await newRecoveryCodes(db, signIn, REQUEST);
  await removeTotp(db, signIn, REQUEST);
  const options = await beginPasskeyRegistration(db, signIn, PARTY);
  const response = createAuthenticator(PARTY.origin).register(options);
  await finishPasskeyRegistration(db, signIn, { response, name: 'Phone' }, PARTY, REQUEST);
  const account = { issuer: 'https://idp.example', subject: 'diff', name: null, email: null };
  await linkCompanyAccount(db, signIn, account, REQUEST);
  const [passkey] = await listPasskeys(db, signIn.personId);
  await removePasskey(db, signIn, passkey?.passkeyId ?? '', REQUEST);
}
