import type { PaymentGateway } from '../../../parking/payments/gateway.ts';
import type { Querier } from '../../../stores/postgres.ts';

export type PayeeDeps = { db: Querier; payments: PaymentGateway };

/** Each operator has an account for each mode. */
export type PayeeOf = { operatorId: string; livemode: boolean };

/** An operator's account at the payment processor, as it was at `checkedAt`. */
export type PayeeAccount = PayeeOf & {
  /** null: it was asked for, and the answer is not known. */
  accountId: string | null;
  /** Whether stays on its lots can be paid to it; null: never read, as all that follow. */
  chargesEnabled: boolean | null;
  /** Whether the processor pays it out to its bank. */
  payoutsEnabled: boolean | null;
  /** What the processor wants to know next, in its own words. */
  requirements: string[] | null;
  /** In the processor's own words; null also: it is not disabled. */
  disabledReason: string | null;
  checkedAt: Date | null;
  /** How often it was read. */
  checkCount: number;
};

export type PayeeStatus = 'none' | 'incomplete' | 'ready' | 'restricted';

/** Reasons that end when the operator has stated what is asked for, or that was verified. */
const OPEN_REASONS = ['requirements.', 'action_required.'];

/**
 * `ready`: it is paid, and paid out; `incomplete`: not yet, the processor still has to hear
 * something or verifies it; `restricted`: the processor has stopped it for another reason.
 */
export function payeeStatus(account: PayeeAccount | undefined): PayeeStatus {
  if (account === undefined || account.accountId === null) return 'none';
  const { chargesEnabled, payoutsEnabled, disabledReason } = account;
  if (chargesEnabled === true && payoutsEnabled === true) return 'ready';
  const isOpen = OPEN_REASONS.some((beginning) => disabledReason?.startsWith(beginning));
  return disabledReason === null || isOpen ? 'incomplete' : 'restricted';
}
