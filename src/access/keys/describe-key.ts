import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { KeyRecord } from './create-key.ts';

/** A key, its operator, and the agent whose key it is; `agent_name` is null where there is none. */
export type DescribedKey = KeyRecord & {
  operator_name: string;
  plan: Plan;
  figures_public: boolean;
} & (
    | { agent_name: string; platform: string; registered_at: Date }
    | { agent_name: null; platform: null; registered_at: null }
  );

/** What is known about a key, without its secret. Errors: NOT_FOUND. */
export async function describeKey(db: Querier, keyId: string): Promise<DescribedKey> {
  const [key] = await db.query<DescribedKey>('api_keys_describe', { key_id: keyId });
  if (key === undefined) throw notFound('key');
  return key;
}
