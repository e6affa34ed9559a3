import type { Mutant } from './mutant.ts';

const FORMS_TEST = 'test/api/dashboard/own-forms.test.ts';
const ROLES_TEST = 'test/api/dashboard/roles.test.ts';
const APPS_TEST = 'test/api/dashboard/apps/apps.test.ts';
const COMPANY_TEST = 'test/api/dashboard/company-attacks.test.ts';

/** Ways to act as somebody else, or beyond one's role. */
export const PEOPLE: readonly Mutant[] = [
  {
    name: 'form-of-another-site',
    file: 'api/dashboard/answer-page.ts',
    find: 'if (isForm) checkOrigin(req);',
    replace: '',
    tests: [FORMS_TEST],
    why: 'another site sends forms in the name of whoever is signed in',
  },
  {
    name: 'form-without-mark',
    file: 'api/dashboard/answer-page.ts',
    find: 'checkCsrf(form, visit.csrf);',
    replace: '',
    tests: [FORMS_TEST],
    why: 'a form that is not of the person’s own pages does something',
  },
  {
    name: 'form-done-twice',
    file: 'api/dashboard/visit/call.ts',
    find: "{ 'idempotency-key': [once] }",
    replace: '{}',
    tests: ['test/api/dashboard/once.test.ts'],
    why: 'a double click makes two keys',
  },
  {
    name: 'cookie-over-plain-http',
    file: 'api/dashboard/visit/cookies.ts',
    find: 'httpOnly: true, secure: true',
    replace: 'httpOnly: true, secure: false',
    tests: ['test/api/dashboard/cookies.test.ts'],
    why: 'whoever listens to a network gets what people are signed in with',
  },
  {
    name: 'proof-not-asked',
    file: 'api/access/authorise.ts',
    find: 'operation.isSensitive && caller.type',
    replace: "operation.isSensitive && caller.id === '' && caller.type",
    tests: [ROLES_TEST],
    why: 'whoever finds a browser open makes keys with it',
  },
  {
    name: 'server-shown-to-operators',
    file: 'api/access/authorise.ts',
    find: 'scopesOf(auth).includes(OF_SERVER) && !isServerOwner(caller, contact)',
    replace: "caller.id === '' && !isServerOwner(caller, contact)",
    tests: ['test/api/v1/server/access.test.ts'],
    why: 'every owner reads who the other operators are and what they use',
  },
  {
    name: 'apps-of-colleagues',
    file: 'src/access/apps/whose-apps.ts',
    find: "!scopes.includes('keys:write') ? id : null",
    replace: "!scopes.includes('lots:read') ? id : null",
    tests: [APPS_TEST],
    why: 'a viewer ends the apps of others',
  },
  {
    name: 'invitation-of-another-address',
    file: 'src/access/sign-in/company/company-accounts.ts',
    find: 'if (isFor !== null && isFor.toLowerCase()',
    replace: "if (isFor === '' && isFor.toLowerCase()",
    tests: ['test/api/dashboard/company.test.ts', COMPANY_TEST],
    why: 'whoever finds an invitation joins with another address than the one it was for',
  },
  {
    name: 'role-above-the-maker',
    file: 'src/access/members/check-role.ts',
    find: 'if (problems.length > 0) throw',
    replace: "if (role === 'viewer' && problems.length > 0) throw",
    tests: ['test/src/access/members/roles.test.ts', 'test/src/access/members/invitations.test.ts'],
    why: 'a key that may invite makes an owner who may do more',
  },
];
