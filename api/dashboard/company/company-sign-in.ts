import {
  type CompanyAccount,
  joinWithCompany,
  linkCompanyAccount,
  signInWithCompany,
  stepUpWithCompany,
} from '../../../src/access/sign-in/company/company-accounts.ts';
import type { SignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { CompanySettings } from '../../../src/kit/account-settings.ts';
import { AppError, notFound } from '../../../src/kit/errors.ts';
import type { Asked, OpenPage, PageReply } from '../dashboard-page.ts';
import { deviceOf, goOnAs } from '../sign-in/begin-visit.ts';
import { type CompanyTrip, companyCookie, companyTripOf } from '../visit/cookies.ts';
import { nextPath } from '../visit/next.ts';
import { signedIn } from '../visit/signed-in.ts';

const RETURN_PATH = '/dashboard/sign-in/company/return';

/** Leads to the company's own provider. `invitation`: to join with its account. */
export const companySignInPage: OpenPage = {
  path: '/dashboard/sign-in/company',
  name: 'dashboardCompanySignIn',
  isOpen: true,
  get: ({ api, query }) =>
    leaveForCompany(api, {
      next: nextPath(query.get('next')),
      invitation: query.get('invitation'),
      provesId: null,
      linksId: null,
    }),
};

/** Whoever comes back is signed in, joins, or has proved or added the account. */
export const companyReturnPage: OpenPage = {
  path: RETURN_PATH,
  name: 'dashboardCompanyReturn',
  isOpen: true,
  async get(asked) {
    const settings = companySettings(asked.api);
    const trip = companyTripOf(asked.cookies);
    if (trip === undefined)
      throw new AppError('FORBIDDEN', 'this sign-in is over: begin once more');
    const address = new URL(`${asked.api.config.baseUrl}${RETURN_PATH}?${asked.query}`);
    const { companyAccountIn } = await import('./company-provider.ts');
    const isProof = trip.provesId !== null;
    const account = await companyAccountIn(settings, address, trip, { isProof });
    const reply = await goOn(asked, account, trip);
    return { ...reply, cookies: [...(reply.cookies ?? []), companyCookie('')] };
  },
};

/** Errors: NOT_FOUND where this service knows no company. */
export function companySettings({ config }: Asked['api']): CompanySettings {
  if (config.company === undefined) throw notFound('page');
  return config.company;
}

/** The way to the provider, and what the browser keeps meanwhile. */
export async function leaveForCompany(
  api: Asked['api'],
  trip: Pick<CompanyTrip, 'next' | 'invitation' | 'provesId' | 'linksId'>,
): Promise<{ location: string; cookies: string[] }> {
  const settings = companySettings(api);
  // Most services know no company, and need not load what it takes.
  const { askCompany } = await import('./company-provider.ts');
  const isProof = trip.provesId !== null;
  const { location, asked } = await askCompany(settings, api.config.baseUrl + RETURN_PATH, {
    isProof,
  });
  return { location, cookies: [companyCookie({ ...asked, ...trip })] };
}

async function goOn(
  asked: Asked,
  account: CompanyAccount,
  { next, invitation, provesId, linksId }: CompanyTrip,
): Promise<PageReply> {
  const { db } = asked.api;
  if (provesId !== null || linksId !== null) {
    const signIn = await signInOf(asked, provesId ?? linksId);
    if (provesId !== null) await stepUpWithCompany(db, signIn, account);
    else await linkCompanyAccount(db, signIn, account, asked.requestId);
    return { location: next };
  }
  const device = deviceOf(asked);
  const started =
    invitation === null
      ? await signInWithCompany(db, account, device)
      : await joinWithCompany(db, invitation, { account, device }, asked.requestId);
  if (started !== undefined) return goOnAs(started, next);
  throw new AppError('FORBIDDEN', 'nobody here has this company account: ask for an invitation');
}

/** The sign-in that left for the provider, which has to be that of the browser still. */
async function signInOf(asked: Asked, signInId: string | null): Promise<SignIn> {
  const signIn = (await signedIn(asked))?.signIn;
  if (signIn === undefined || signIn.signInId !== signInId)
    throw new AppError('FORBIDDEN', 'you are signed in no more, or as somebody else: begin again');
  return signIn;
}
