import { findInvitation } from '../../../src/access/members/invitations/join.ts';
import { acceptInvitation } from '../../../src/access/sign-in/accept-invitation.ts';
import {
  type CompanyAccount,
  linkCompanyAccount,
  signInWithCompany,
} from '../../../src/access/sign-in/company/company-accounts.ts';
import { findSignIn, type StartedSignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { CompanySettings } from '../../../src/kit/account-settings.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Asked, OpenPage, PageReply } from '../dashboard-page.ts';
import { deviceOf, goOnAs } from '../sign-in/begin-visit.ts';
import {
  type CompanyTrip,
  companyCookie,
  companyTripOf,
  sessionTokenOf,
} from '../visit/cookies.ts';
import { nextPath } from '../visit/next.ts';

const RETURN_PATH = '/dashboard/sign-in/company/return';

/** Leads to the company's own provider. `invitation`: to join with its account. */
export const companySignInPage: OpenPage = {
  path: '/dashboard/sign-in/company',
  name: 'dashboardCompanySignIn',
  isOpen: true,
  async get({ api, query }) {
    const settings = settingsOf(api);
    // Most services know no company, and need not load what it takes.
    const { askCompany } = await import('./company-provider.ts');
    const { location, asked } = await askCompany(settings, api.config.baseUrl + RETURN_PATH);
    const next = nextPath(query.get('next'));
    const trip = { ...asked, next, invitation: query.get('invitation') };
    return { location, cookies: [companyCookie(trip)] };
  },
};

/** Whoever comes back is signed in, joins, or adds the account to those they sign in with. */
export const companyReturnPage: OpenPage = {
  path: RETURN_PATH,
  name: 'dashboardCompanyReturn',
  isOpen: true,
  async get(asked) {
    const settings = settingsOf(asked.api);
    const trip = companyTripOf(asked.cookies);
    if (trip === undefined)
      throw new AppError('FORBIDDEN', 'this sign-in is over: begin once more');
    const address = new URL(`${asked.api.config.baseUrl}${RETURN_PATH}?${asked.query}`);
    const { companyAccountIn } = await import('./company-provider.ts');
    const account = await companyAccountIn(settings, address, trip);
    const reply = await goOn(asked, account, trip);
    return { ...reply, cookies: [...(reply.cookies ?? []), companyCookie('')] };
  },
};

function settingsOf({ config }: Asked['api']): CompanySettings {
  if (config.company === undefined) throw notFound('page');
  return config.company;
}

async function goOn(
  asked: Asked,
  account: CompanyAccount,
  { next, invitation }: CompanyTrip,
): Promise<PageReply> {
  const { api, cookies, requestId } = asked;
  const known = await signInWithCompany(api.db, account, deviceOf(asked));
  if (known !== undefined) return goOnAs(known, next);
  if (invitation !== null) return goOnAs(await joinAs(asked, account, invitation), next);
  const token = sessionTokenOf(cookies);
  const signIn = token === undefined ? undefined : await findSignIn(api.db, token);
  if (signIn === undefined)
    throw new AppError('FORBIDDEN', 'nobody here has this company account: ask for an invitation');
  await linkCompanyAccount(api.db, signIn, account, requestId);
  return { location: '/dashboard/account' };
}

/** An invitation that is for an address is for the company account with that address alone. */
async function joinAs(
  asked: Asked,
  account: CompanyAccount,
  token: string,
): Promise<StartedSignIn> {
  const { db } = asked.api;
  const found = await findInvitation(db, token);
  const { email } = account;
  const isFor = found.state === 'unknown' ? null : found.email;
  if (isFor !== null && isFor.toLowerCase() !== email?.toLowerCase())
    throw new AppError('FORBIDDEN', 'the invitation is for another address than this account has');
  const person = { name: account.name ?? email ?? 'Member', email, device: deviceOf(asked) };
  const started = await acceptInvitation(db, token, person, asked.requestId);
  await linkCompanyAccount(db, started.signIn, account, asked.requestId);
  return started;
}
