import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { checkEmail, checkName, checkPlan, type OperatorRecord } from './operator.ts';

/**
 * Changes what is given of an operator: its name, its plan, its e-mail address, whether the calls
 * of agents with its keys are also counted by end user, and whether its figures are public, which
 * is in force from the next day (UTC) on. When anything changed, the same statement writes the
 * audit row `operator.updated`, which says of the address only that it changed; every API process
 * is notified at the commit. Errors: BAD_REQUEST naming `name`, `plan` or `email`, NOT_FOUND.
 */
export async function updateOperator(
  db: Querier,
  request: {
    operatorId: string;
    name?: string | undefined;
    plan?: string | undefined;
    email?: string | undefined;
    limitsEndUsers?: boolean | undefined;
    figuresPublic?: boolean | undefined;
    actorId: string;
  },
): Promise<OperatorRecord> {
  if (request.name !== undefined) checkName(request.name);
  if (request.plan !== undefined) checkPlan(request.plan);
  if (request.email !== undefined) checkEmail(request.email);
  const [operator] = await db.query<OperatorRecord>('operators_change', {
    operatorId: request.operatorId,
    name: request.name ?? null,
    plan: request.plan ?? null,
    email: request.email ?? null,
    limitsEndUsers: request.limitsEndUsers ?? null,
    figuresPublic: request.figuresPublic ?? null,
    actorId: request.actorId,
  });
  if (operator === undefined) throw notFound('operator');
  return operator;
}
