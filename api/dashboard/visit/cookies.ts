import { parseCookie, stringifySetCookie } from 'cookie';
import { SIGN_IN_SECONDS_MAX } from '../../../src/access/sign-in/sign-ins.ts';
import { nextPath } from './next.ts';

/** Only the dashboard gets them, so no cookie can ever be used at the API. */
const PATH = '/dashboard';
const COMMON = { path: PATH, httpOnly: true, secure: true, sameSite: 'lax' } as const;

const SESSION = 'hexlot_session';
const DEVICE = 'hexlot_device';
/** The longest that browsers keep a cookie: 400 days. */
const DEVICE_SECONDS = 34_560_000;

export type Cookies = Readonly<Record<string, string | undefined>>;

export function readCookies(header: string | undefined): Cookies {
  return header === undefined ? {} : parseCookie(header);
}

/** What the browser shows that somebody is signed in with. */
export const sessionTokenOf = (cookies: Cookies) => cookies[SESSION];
/** What the browser kept when somebody signed in before. */
export const deviceTokenOf = (cookies: Cookies) => cookies[DEVICE];

export function sessionCookie(token: string): string {
  return stringifySetCookie({
    name: SESSION,
    value: token,
    ...COMMON,
    maxAge: SIGN_IN_SECONDS_MAX,
  });
}

export function deviceCookie(token: string): string {
  return stringifySetCookie({ name: DEVICE, value: token, ...COMMON, maxAge: DEVICE_SECONDS });
}

export function endedSessionCookie(): string {
  return stringifySetCookie({ name: SESSION, value: '', ...COMMON, maxAge: 0 });
}

const COMPANY = 'hexlot_company';
/** How long somebody may take to sign in at their company. */
const COMPANY_SECONDS = 600;

/** What the browser keeps while somebody is at their company's provider; '' ends it. */
export function companyCookie(trip: CompanyTrip | ''): string {
  const [value, maxAge] = trip === '' ? ['', 0] : [JSON.stringify(trip), COMPANY_SECONDS];
  return stringifySetCookie({ name: COMPANY, value, ...COMMON, maxAge });
}

export type CompanyTrip = Readonly<{
  state: string;
  nonce: string;
  verifier: string;
  /** Where to go on afterwards. */
  next: string;
  /** The token of an invitation to join by; null: none. */
  invitation: string | null;
  /** The sign-in whose person proves once more who they are; null: nobody does. */
  provesId: string | null;
  /** The sign-in whose person adds the account; null: nobody does. */
  linksId: string | null;
}>;

const TEXTS = ['state', 'nonce', 'verifier', 'next'] as const;
const TEXTS_OR_NULL = ['invitation', 'provesId', 'linksId'] as const;

/** Undefined: there is none, or not whole. */
export function companyTripOf(cookies: Cookies): CompanyTrip | undefined {
  try {
    const trip = JSON.parse(cookies[COMPANY] ?? '');
    const isText = (name: keyof CompanyTrip) => typeof trip[name] === 'string';
    const isWhole =
      TEXTS.every(isText) && TEXTS_OR_NULL.every((name) => trip[name] === null || isText(name));
    return isWhole ? { ...trip, next: nextPath(trip.next) } : undefined;
  } catch {
    return undefined;
  }
}
