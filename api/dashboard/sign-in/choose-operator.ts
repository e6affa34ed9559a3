import { chooseMember } from '../../../src/access/sign-in/sign-ins.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { need } from '../visit/form.ts';
import { nextPath } from '../visit/next.ts';

/** Looks at another operator that the person is a member of, and goes on there. */
export const chooseOperatorPage: ClosedPage = {
  path: '/dashboard/operator',
  name: 'dashboardChooseOperator',
  async post({ api, signIn, href }, form) {
    await chooseMember(api.db, signIn.signInId, need(form, 'member_id'));
    return { location: form.next === undefined ? href('') : nextPath(form.next) };
  },
};
