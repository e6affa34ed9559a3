import type { Role } from '../principals/roles.ts';

export const MEMBER_ID = /^mem_[0-9a-f]{32}$/;

/** Somebody who works for an operator. */
export type MemberRecord = {
  memberId: string;
  name: string;
  email: string | null;
  /** Somebody at that address has confirmed it. */
  isEmailConfirmed: boolean;
  role: Role;
  joinedAt: Date;
};
