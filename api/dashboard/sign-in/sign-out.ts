import { endSignIn } from '../../../src/access/sign-in/sign-ins.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { endedSessionCookie } from '../visit/cookies.ts';

export const signOutPage: ClosedPage = {
  path: '/dashboard/sign-out',
  name: 'dashboardSignOut',
  async post({ api, signIn, requestId }) {
    await endSignIn(api.db, signIn, requestId);
    return { location: '/dashboard/sign-in', cookies: [endedSessionCookie()] };
  },
};
