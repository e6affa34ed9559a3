import { type AppError, conflict } from '../../kit/errors.ts';
import type { NewIntent, PaymentGateway } from './gateway.ts';

type ByProcessor = Pick<PaymentGateway, 'processor'>;

/**
 * To whom a stay that begins is paid, for good; null: the platform keeps what is captured.
 * `account` is that of the lot's operator; null: it has none that can be paid. CONFLICT
 * operator_not_payable in the live mode, where money moves and the stay may cost any.
 */
export function payeeOf(
  payments: ByProcessor,
  stay: Pick<NewIntent, 'livemode' | 'amountMinor'>,
  account: string | null,
): string | null {
  if (account === null && isOwed(payments, stay)) throw operatorNotPayable();
  return payments.processor === 'simulated' ? null : account;
}

/** Whether an operator has to be paid for a stay that may cost as much. */
export function isOwed(
  { processor }: ByProcessor,
  { livemode, amountMinor }: Pick<NewIntent, 'livemode' | 'amountMinor'>,
): boolean {
  return processor !== 'simulated' && livemode && amountMinor > 0;
}

export function operatorNotPayable(): AppError {
  return conflict(
    'operator_not_payable',
    "the lot's operator cannot be paid: it has no account at the payment processor, or none that " +
      'is complete',
  );
}
