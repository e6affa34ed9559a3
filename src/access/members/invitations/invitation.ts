import type { Role } from '../../principals/roles.ts';

export const INVITATION_ID = /^ivt_[0-9a-f]{32}$/;

export type InvitationState = 'open' | 'used' | 'expired' | 'withdrawn';

/** An invitation without its token, which is shown only when it is made. */
export type InvitationRecord = {
  invitationId: string;
  email: string | null;
  role: Role;
  /** The key, member or part of this system that made it. */
  madeBy: string;
  state: InvitationState;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  withdrawnAt: Date | null;
};

/** The address that a person opens to accept an invitation. */
export function invitationUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/dashboard/invitations/${token}`;
}
