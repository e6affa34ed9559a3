import type { SignIn } from './sign-ins.ts';

/** Whose way to sign in is changed, by whom, and where the audit row of it is written. */
export type ActingMember = Pick<SignIn, 'signInId' | 'personId' | 'memberId' | 'operatorId'>;

/** The parameters of a statement that changes it. */
export function actingValues(
  { personId, memberId, operatorId }: Omit<ActingMember, 'signInId'>,
  requestId: string | null,
) {
  return { personId, memberId, operatorId, requestId };
}
