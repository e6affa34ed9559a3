import { OWNER_OPERATOR } from '../../kit/account-settings.ts';
import { ConfigError } from '../../kit/read-setting.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { OperatorRecord } from './operator.ts';

/** Throws ConfigError naming the variable where the owner of the server is no operator here. */
export async function checkOwner(
  db: Querier,
  { ownerOperatorId }: { ownerOperatorId: string | undefined },
): Promise<void> {
  if (ownerOperatorId === undefined) return;
  const values = { operatorId: ownerOperatorId };
  const [operator] = await db.query<OperatorRecord>('operators_find', values);
  if (operator !== undefined) return;
  const problem = `names no operator of this database: ${ownerOperatorId}`;
  throw new ConfigError(OWNER_OPERATOR, problem);
}
