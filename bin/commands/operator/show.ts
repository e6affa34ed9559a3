import type { OperatorRecord } from '../../../src/access/operators/operator.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { feeText } from '../../../src/tariffs/fee-text.ts';
import { type Fees, findFees } from '../../../src/tariffs/find-fees.ts';

/** One line about an operator, for people. */
export function describeOperator(operator: OperatorRecord): string {
  const { id, name, plan, email, limitsEndUsers, figuresPublic, checkedAt } = operator;
  const limits = limitsEndUsers ? ', calls of agents limited by end user' : '';
  const address = email === null ? '' : `  ${email}`;
  const waits = checkedAt === null ? '  not checked: its lots are not listed' : '';
  const figures = figuresPublic ? ', public figures' : '';
  return `${id}  ${name} (${plan}${limits}${figures})${address}${waits}`;
}

/** The platform's fees of an operator in the live mode, and this month's gross there. */
export function feesOf(db: Querier, { id, plan }: OperatorRecord): Promise<Fees> {
  return findFees(db, { operatorId: id, livemode: true, plan }, { isGrossShown: true });
}

/** A line such as `Fee of a stay: 10 %.`, and one for each currency of the month's gross. */
export function describeFees({ plan }: OperatorRecord, { month, gross }: Fees): string[] {
  const lines = (gross ?? []).map(({ currency, amount, percent_now }) => {
    const captured = `${amount} ${currency.toUpperCase()}`;
    return `Gross of ${month}: ${captured}; the next stay pays ${percent_now} %.`;
  });
  return [`Fee of a stay: ${feeText(plan)}.`, ...lines];
}
