import { afterAll, beforeAll, expect, test } from 'vitest';
import { tablesWith } from '../../../stage/records.ts';
import { openStripeStage, type StripeStage } from '../../webhooks/stripe/stage.ts';

// An operator's account at the processor: made once, completed by a link, known as it is there.

const PATH = 'payments/account';
const URLS = {
  return_url: 'https://city.example/paid',
  refresh_url: 'https://city.example/again',
};
const UNREAD = {
  charges_enabled: null,
  payouts_enabled: null,
  requirements: null,
  disabled_reason: null,
  checked_at: null,
};

let stage: StripeStage;
beforeAll(async () => {
  stage = await openStripeStage();
});
afterAll(() => stage.stop());

type Key = { secret: string; operatorId: string };
const call = ({ secret }: Key, method: string, body?: object) =>
  stage.api.request(method, `/api/v1/${PATH}`, { key: secret, ...(body && { body }) });
const open = (key: Key, more: object = {}) => call(key, 'POST', { ...URLS, ...more });
const newKey = (more = {}) => stage.api.createKey({ mode: 'test', ...more });
const madeFor = ({ operatorId }: Key) =>
  stage.stripe.accounts().filter(({ metadata }) => metadata.operator_id === operatorId);

/** As if the last look was long ago. */
const forgetLook = ({ operatorId }: Key) =>
  stage.api.database.sql(
    `update payee_accounts set checked_at = checked_at - interval '1 hour' where operator_id = $1`,
    [operatorId],
  );
async function accountOf(key: Key) {
  await forgetLook(key);
  const { status, body } = await call(key, 'GET');
  expect(status).toBe(200);
  return body.account;
}

test('without an account there is none, and nothing is known of it', async () => {
  const { status, body } = await call(await newKey(), 'GET');
  expect(status).toBe(200);
  expect(body).toEqual({ account: { status: 'none', ...UNREAD, livemode: false } });
});

test('the first call makes the account, each gives another link, and the state follows', async () => {
  const key = await newKey();
  const { status, body } = await open(key, { country: 'ca' });
  expect(status).toBe(201);
  expect(body.account).toMatchObject({
    status: 'incomplete',
    charges_enabled: false,
    requirements: ['external_account'],
    livemode: false,
  });
  expect(Date.parse(body.url_expires_at)).toBeGreaterThan(Date.now());
  const again = await open(key);
  expect(again.status).toBe(201);
  expect(again.body.url).not.toBe(body.url);
  const [made, ...others] = madeFor(key);
  expect(others).toEqual([]);
  const { decide } = stage.stripe.driver;
  decide(made?.id ?? '', { isReady: true, due: [] });
  expect(await accountOf(key)).toMatchObject({ status: 'ready', charges_enabled: true });
  decide(made?.id ?? '', { isReady: false, disabledReason: 'rejected.fraud' });
  expect(await accountOf(key)).toMatchObject({
    status: 'restricted',
    charges_enabled: false,
    disabled_reason: 'rejected.fraud',
  });
  decide(made?.id ?? '', { disabledReason: 'requirements.past_due', due: ['company.name'] });
  expect(await accountOf(key)).toMatchObject({ status: 'incomplete' });
});

test('each mode has an account of its own', async () => {
  const key = await newKey();
  const live = await stage.api.createKey({ operatorId: key.operatorId });
  await open(key);
  expect((await call(live, 'GET')).body.account).toMatchObject({ status: 'none', livemode: true });
  await open(live);
  expect(madeFor(key).map(({ livemode }) => livemode)).toEqual([false, true]);
});

test('calls at once, and with other countries, make one account', async () => {
  const key = await newKey();
  const answers = await Promise.all(['CA', 'US', 'FR'].map((country) => open(key, { country })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(madeFor(key)).toHaveLength(1);
});

test('a call whose answer from Stripe was lost is repeated safely, days later too', async () => {
  const key = await newKey();
  stage.stripe.fail(/POST accounts/, '500 after');
  const lost = await open(key);
  expect(lost).toMatchObject({ status: 502, body: { error: { code: 'BAD_GATEWAY' } } });
  expect((await call(key, 'GET')).body.account).toMatchObject({ status: 'none' });
  stage.stripe.forgetKeys();
  expect((await open(key)).status).toBe(201);
  expect(madeFor(key)).toHaveLength(1);
});

test('while Stripe is out of reach the account is shown as it was', async () => {
  const key = await newKey();
  await open(key);
  await forgetLook(key);
  stage.stripe.fail(/GET accounts\//, '500 before', 3);
  const { status, body } = await call(key, 'GET');
  expect([status, body.account.status]).toEqual([200, 'incomplete']);
  expect(Date.parse(body.account.checked_at)).toBeLessThan(Date.now() - 3_000_000);
  stage.stripe.mend();
});

test('looked at again within seconds, it is not read again', async () => {
  const key = await newKey();
  await open(key);
  const reads = () => stage.stripe.requests.filter((one) => one.startsWith('GET accounts/')).length;
  const before = reads();
  for (const _ of [1, 2, 3]) await call(key, 'GET');
  expect(reads()).toBe(before);
});

test.each([
  ['return_url', 'http://city.example/paid', 'must begin with https://'],
  ['refresh_url', 'city.example', 'must be a whole address, such as https://example.com/paid'],
  ['return_url', 'https://a:b@city.example', 'must have no user and no password'],
  ['country', 'Canada', 'must be two letters, such as US'],
  ['country', 'AQ', 'is none in which the payment processor has accounts for operators'],
])('%s %s is refused by name', async (field, value, reason) => {
  const key = await newKey();
  expect(await open(key, { [field]: value })).toMatchObject({
    status: 400,
    body: { error: { code: 'BAD_REQUEST', details: [{ field, reason }] } },
  });
  expect(madeFor(key)).toEqual([]);
  expect((await open(key)).status).toBe(201);
});

test('what Stripe takes in no live mode is refused by its name', async () => {
  const live = await stage.api.createKey();
  const local = { ...URLS, refresh_url: 'http://127.0.0.1:8080/again' };
  expect((await open(await newKey(), local)).status).toBe(201);
  expect(await open(live, local)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'refresh_url' }] } },
  });
});

test('only keys of the whole operator with the right to commit it open an account', async () => {
  const reader = await newKey({ scopes: ['payouts:read'] });
  expect((await call(reader, 'GET')).status).toBe(200);
  expect(await open(reader)).toMatchObject({
    status: 403,
    body: { error: { details: { scopes_needed: ['plan:write'] } } },
  });
  const fleet = await newKey({ fleetId: 'fleet-7' });
  expect((await open(fleet)).status).toBe(403);
  expect((await call(fleet, 'GET')).status).toBe(403);
});

test('what became of it is in the audit log, and no link is stored', async () => {
  const key = await newKey();
  const { body } = await open(key);
  const [made] = madeFor(key);
  stage.stripe.driver.decide(made?.id ?? '', { isReady: true, due: [] });
  await accountOf(key);
  const rows = await stage.api.database.sql(
    `select action, actor_type, diff from audit_log
     where entity_id = $1 and action like 'payment_account.%' order by audit_id`,
    [key.operatorId],
  );
  const [created, read, ready] = rows;
  expect(created).toMatchObject({
    action: 'payment_account.created',
    actor_type: 'key',
    diff: { before: null, after: { status: 'incomplete' } },
  });
  expect(read).toMatchObject({
    action: 'payment_account.updated',
    actor_type: 'system',
    diff: { after: { charges_enabled: false, requirements: ['external_account'] } },
  });
  expect(ready).toMatchObject({
    diff: {
      before: { charges_enabled: false, requirements: ['external_account'] },
      after: { charges_enabled: true, requirements: [] },
    },
  });
  expect(rows).toHaveLength(3);
  expect(await tablesWith(stage.api.database.sql, [body.url])).toEqual([]);
});

test('Stripe tells of an account, and what is stored is what it says when it is asked', async () => {
  const key = await newKey();
  await open(key);
  const [made] = madeFor(key);
  const id = made?.id ?? '';
  const { decide } = stage.stripe.driver;
  decide(id, { isReady: true, due: [] });
  decide(id, { isReady: false, due: ['external_account'] });
  decide(id, { isReady: true, due: [] });
  const told = stage.about(id).filter(({ type }) => type === 'account.updated');
  expect(told).toHaveLength(3);
  await stage.api.database.sql('delete from processor_events');
  for (const event of told.toReversed()) expect((await stage.send(event)).status).toBe(200);
  await stage.work();
  expect((await stage.outcomes()).toSorted()).toEqual([
    'account.updated account_noted',
    'account.updated unchanged',
    'account.updated unchanged',
  ]);
  const [stored] = await stage.api.database.sql(
    'select charges_enabled, requirements from payee_accounts where account_id = $1',
    [id],
  );
  expect(stored).toEqual({ charges_enabled: true, requirements: [] });
});

test('an account that is nobody’s here changes nothing', async () => {
  const { id } = stage.stripe.addAccount(false);
  stage.stripe.driver.decide(id, {});
  await stage.api.database.sql('delete from processor_events');
  for (const event of stage.about(id)) await stage.send(event);
  await stage.work();
  expect(await stage.outcomes()).toEqual(['account.updated unknown']);
});
