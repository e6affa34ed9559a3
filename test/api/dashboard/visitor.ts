import { invite } from '../../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import type { Role } from '../../../src/access/principals/roles.ts';
import type { Answer, TestApi } from '../client.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CSRF = /name="csrf" value="([^"]+)"/;

export type Fields = Readonly<Record<string, string>>;
export type Visitor = Awaited<ReturnType<typeof openVisitor>>;

/** Sends a form of a page, as a browser does that has these cookies. */
export function postForm(api: TestApi, path: string, form: Fields, headers: Fields = {}) {
  const raw = new URLSearchParams(form).toString();
  return api.request('POST', path, { headers: { ...FORM, ...headers }, raw });
}

/** `name=value` of each cookie that an answer sets. */
export function cookiesOf({ headers }: Answer): string[] {
  return (headers['set-cookie'] ?? '').match(/hexlot_\w+=[^;]*/g) ?? [];
}

/** A link that makes whoever opens it a member. */
export async function inviteTo(api: TestApi, operatorId: string, role: Role = 'owner') {
  const asked = { operatorId, email: null, role };
  const { token } = await invite(api.database.owner, asked, systemActor('test'));
  return `/dashboard/invitations/${token}`;
}

/** A person who is signed in at an operator, in a browser of its own. */
export async function openVisitor(
  api: TestApi,
  { operatorId, role = 'owner', person = {} }: { operatorId: string; role?: Role; person?: Fields },
) {
  const link = await inviteTo(api, operatorId, role);
  const accepted = await postForm(api, link, { name: `The ${role}`, ...person });
  const cookie = cookiesOf(accepted).join('; ');
  const get = (path: string) => api.request('GET', path, { headers: { cookie } });
  const [, csrf = ''] = CSRF.exec((await get('/dashboard/account')).text) ?? [];
  return {
    cookie,
    csrf,
    get,
    /** Sends a form with the mark of the person's own pages. */
    post: (path: string, form: Fields = {}) => postForm(api, path, { csrf, ...form }, { cookie }),
  };
}
