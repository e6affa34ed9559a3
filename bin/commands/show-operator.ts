import type { OperatorRecord } from '../../src/operators/operator.ts';

/** One line about an operator, for people. */
export function describeOperator(operator: OperatorRecord): string {
  const { id, name, plan, email, limits_end_users, figures_public, checked_at } = operator;
  const limits = limits_end_users ? ', calls of agents limited by end user' : '';
  const address = email === null ? '' : `  ${email}`;
  const waits = checked_at === null ? '  not checked: its lots are not listed' : '';
  const figures = figures_public ? ', public figures' : '';
  return `${id}  ${name} (${plan}${limits}${figures})${address}${waits}`;
}
