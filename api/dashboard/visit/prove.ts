import type { ClosedPage, Visit } from '../dashboard-page.ts';

/** Whether a person has a way to prove once more who they are. */
export function canProve({ signIn, ...visit }: Pick<Visit, 'api' | 'signIn'>): boolean {
  return signIn.hasPasskey || signIn.hasPassword || provesByCompany({ signIn, ...visit });
}

/** Whether the company's own provider is one. */
export function provesByCompany({ api, signIn }: Pick<Visit, 'api' | 'signIn'>): boolean {
  return signIn.hasCompanyAccount && api.config.company !== undefined;
}

/** Where a person proves once more who they are, or can set up how; undefined: no need. */
export function proofPath(visit: Visit, page: ClosedPage, next: string): string | undefined {
  const { signIn, href } = visit;
  if (signIn.isSteppedUp) return undefined;
  if (canProve(visit)) return href('/sign-in/again', { next });
  return page.givesProof ? undefined : href('/account');
}
