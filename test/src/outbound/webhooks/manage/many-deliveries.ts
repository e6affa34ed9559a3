import { newId } from '../../../../../src/access/ids.ts';
import type { TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';

/** A webhook of a new operator, as it is stored, whose address is proven. */
export async function addWebhook(database: Pick<TestDatabase, 'sql'>): Promise<string> {
  const { operatorId } = await addCaller(database);
  const webhookId = newId('wh');
  await database.sql(
    `insert into webhooks (webhook_id, operator_id, livemode, url, events, secret_last4)
     values ($1, $2, true, 'https://hooks.example.com/', '{lot.updated}', 'last')`,
    [webhookId, operatorId],
  );
  await database.sql(
    'update webhook_addresses set verified_at = now(), due_at = null where operator_id = $1',
    [operatorId],
  );
  return webhookId;
}

/** Writes deliveries that were made a second apart, the last of them now. */
export async function addDeliveries(
  { sql }: Pick<TestDatabase, 'sql'>,
  webhookId: string,
  {
    count,
    status,
    dueSeconds = 0,
    round = 1,
  }: {
    count: number;
    status: 'pending' | 'delivered' | 'failed';
    /** From now. */
    dueSeconds?: number;
    round?: number;
  },
): Promise<void> {
  await sql(
    `insert into deliveries (webhook_id, event_id, type, round, status, due_at, created_at,
       finished_at)
     select $1, 'evt_' || gen_random_uuid(), 'lot.updated', $5, $3,
       now() + $4::integer * interval '1 second', now() - number * interval '1 second',
       case when $3 <> 'pending' then now() end
     from generate_series(0, $2::integer - 1) as number`,
    [webhookId, count, status, dueSeconds, round],
  );
  await sql('analyze deliveries');
}
