import { badField } from '../../kit/errors.ts';
import { PLANS } from '../plans/plan-prices.ts';
import type { Plan } from '../plans/platform-fee.ts';

const NAME_LENGTH_MAX = 200;
const EMAIL_LENGTH_MAX = 254;

/** What has to be done before an operator's lots are listed. */
export type ListingCheck = 'none' | 'email' | 'hand';

export type OperatorRecord = {
  id: string;
  name: string;
  plan: Plan;
  email: string | null;
  /** Whether calls of agents with its keys are also counted by end user. */
  limitsEndUsers: boolean;
  /** Whether what happens on its lots may be told lot by lot, from the day after it said so. */
  figuresPublic: boolean;
  /** null: its lots of the live mode wait to be listed. */
  checkedAt: Date | null;
  /** How it was checked; with `checked_at` null: its owner refused it, or (null) nobody looked. */
  checkedBy: ListingCheck | null;
  createdAt: Date;
};

/** Errors: BAD_REQUEST naming `name`. */
export function checkName(name: string): void {
  if (name.trim().length === 0 || name.length > NAME_LENGTH_MAX)
    throw badField('name', `must be 1 to ${NAME_LENGTH_MAX} characters`);
}

/** Errors: BAD_REQUEST naming `plan`. */
export function checkPlan(plan: string): void {
  if (!PLANS.some((one) => one === plan))
    throw badField('plan', `must be one of ${PLANS.join(', ')}`);
}

/** Errors: BAD_REQUEST naming `email`. */
export function checkEmail(email: string): void {
  if (email.length > EMAIL_LENGTH_MAX || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw badField('email', 'must be an e-mail address');
}

/** How an operator is checked from the start; null: it still has to be. */
export function checkedBy(check: ListingCheck, isEmailConfirmed: boolean): ListingCheck | null {
  if (check === 'none') return 'none';
  return check === 'email' && isEmailConfirmed ? 'email' : null;
}
