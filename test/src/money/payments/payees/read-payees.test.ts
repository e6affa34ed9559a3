import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPayees } from '../../../../../src/money/payments/payees/read-payees.ts';
import { openStripeStage, type StripeStage } from '../../../../api/webhooks/stripe/stage.ts';
import { newPayee } from './new-payee.ts';

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());
beforeEach(() => sql('update payee_accounts set checked_at = now()'));

const log = pino({ level: 'silent' });

const sql = (text: string, values: unknown[] = []) => stage.api.database.sql(text, values);

/** The job of the pipelines, with their rights. */
function read() {
  const { database, app } = stage.api;
  return readPayees({ db: database.pipelines, payments: app.payments, log });
}

/** The account of a new operator, which was last read so long ago. */
async function account(ago: string): Promise<string> {
  const { accountId } = await newPayee(stage);
  await sql('update payee_accounts set checked_at = now() - $2::interval where account_id = $1', [
    accountId,
    ago,
  ]);
  return accountId;
}

async function isPaid(accountId: string): Promise<unknown> {
  const [row] = await sql(
    `select charges_enabled, checked_at > now() - interval '1 hour' as is_new
     from payee_accounts where account_id = $1`,
    [accountId],
  );
  return row;
}

test('a change of an account that the processor never told is known a day later', async () => {
  const old = await account('25 hours');
  const young = await account('23 hours');
  for (const one of [old, young]) stage.stripe.driver.decide(one, { isReady: true, due: [] });
  expect(await read()).toEqual({ rows: 1 });
  expect(await isPaid(old)).toEqual({ charges_enabled: true, is_new: true });
  expect(await isPaid(young)).toEqual({ charges_enabled: false, is_new: false });
  expect(await read()).toEqual({ rows: 0 });
});

test('an account that cannot be read keeps no other from being read, and is tried again', async () => {
  const lost = await account('3 days');
  const other = await account('2 days');
  await sql('update payee_accounts set account_id = $2 where account_id = $1', [lost, 'acct_gone']);
  expect(await read()).toEqual({ rows: 1 });
  expect(await isPaid(other)).toMatchObject({ is_new: true });
  expect(await read()).toEqual({ rows: 0 });
  await sql('update payee_accounts set account_id = $2 where account_id = $1', ['acct_gone', lost]);
  await sql('update setbacks set entity_id = $1, retry_at = now()', [lost]);
  expect(await read()).toEqual({ rows: 1 });
  expect(await isPaid(lost)).toMatchObject({ is_new: true });
});

test('a failure to read an account is forgotten once the account was read', async () => {
  const accountId = await account('2 days');
  const note = () =>
    sql(
      `insert into setbacks (job, entity_id, livemode, retry_at)
       values ('read-payees', $1, false, now() + interval '1 hour')`,
      [accountId],
    );
  const sweep = () => stage.api.database.pipelines.query('setbacks_sweep');
  await sql('delete from setbacks');
  await note();
  expect(await sweep()).toEqual([{ rowCount: 0 }]);
  await sql('update payee_accounts set checked_at = now() where account_id = $1', [accountId]);
  expect(await sweep()).toEqual([{ rowCount: 1 }]);
});
