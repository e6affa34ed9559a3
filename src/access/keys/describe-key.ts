import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { KeyRecord } from './create-key.ts';

/** A key, its operator, and the agent whose key it is; `agent_name` is null where there is none. */
export type DescribedKey = KeyRecord & {
  operatorName: string;
  plan: Plan;
  figuresPublic: boolean;
} & (
    | { agentName: string; platform: string; registeredAt: Date }
    | { agentName: null; platform: null; registeredAt: null }
  );

/** What is known about a key, without its secret. Errors: NOT_FOUND. */
export async function describeKey(db: Querier, keyId: string): Promise<DescribedKey> {
  const [key] = await db.query<DescribedKey>('api_keys_describe', { keyId });
  if (key === undefined) throw notFound('key');
  return key;
}
