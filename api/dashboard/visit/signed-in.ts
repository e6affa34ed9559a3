import { findSignIn, type SignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { Asked } from '../dashboard-page.ts';
import { sessionTokenOf } from './cookies.ts';

/** Who is signed in in the browser that asks, and with which token; undefined: nobody. */
export async function signedIn({
  api,
  cookies,
}: Pick<Asked, 'api' | 'cookies'>): Promise<{ signIn: SignIn; token: string } | undefined> {
  const token = sessionTokenOf(cookies);
  const signIn = token === undefined ? undefined : await findSignIn(api.db, token);
  return token === undefined || signIn === undefined ? undefined : { signIn, token };
}
