import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard';

let stage: Stage;
let owner: Visitor;
beforeAll(async () => {
  stage = await openStage();
  owner = await openVisitor(stage.api, { operatorId: stage.key.operatorId });
});
afterAll(() => stage.api.stop());

test('a new operator is led to its first lot, key and rate', async () => {
  const { operatorId } = await stage.api.createKey();
  const { status, text } = await (await openVisitor(stage.api, { operatorId })).get(PATH);
  expect(status).toBe(200);
  expect(text).toContain('Three steps');
  for (const path of ['/dashboard/keys/new', '/dashboard/lots/new'])
    expect(text).toContain(`href="${path}"`);
  expect(text).toContain('/api/v2/intelligence/market-rate');
  expect(text).toContain('Since midnight in UTC');
});

test('the figures of today are those of the overview, in the zone of the lots', async () => {
  const { parking } = stage;
  const lotId = await parking.addLot({ total_spaces: 8 });
  await parking.park(lotId);
  await parking.park(lotId);
  const { text } = await owner.get(PATH);
  expect(text).toContain('Since midnight in America/Toronto');
  expect(text).toContain('25 %');
  expect(text).toContain('2 of 8 spaces');
  expect(text).not.toContain('Three steps');
});

test('an unknown occupancy is shown as not known, and not as 0', async () => {
  const { operatorId } = await stage.api.createKey();
  const lotId = await stage.parking.addLot({ operator_id: operatorId });
  await stage.api.database.sql('update lots set total_spaces = null where lot_id = $1', [lotId]);
  const { text } = await (await openVisitor(stage.api, { operatorId })).get(PATH);
  expect(text).toContain('not known');
  expect(text).not.toContain('0 %');
});

test('what needs somebody leads to where it is done', async () => {
  const { api, parking, key } = stage;
  const webhook = await stage.post('/api/v1/webhooks', {
    url: 'https://hooks.example.com/<b>',
    events: ['session.created'],
  });
  expect(webhook.status, webhook.text).toBe(201);
  const { id } = webhook.body.webhook;
  await api.database.sql(
    `update webhooks set status = 'paused', pause_reason = 'gone', paused_at = now()
     where webhook_id = $1`,
    [id],
  );
  await parking.addLot();
  await api.database.sql(
    'update lots set is_waiting = true, is_listed = false where operator_id = $1',
    [key.operatorId],
  );
  const { text } = await owner.get(PATH);
  for (const path of [`/webhooks/${id}`, '/lots', '/payouts/account', '/account'])
    expect(text).toContain(`<a href="/dashboard${path}">`);
  expect(text).toContain('not listed yet');
});

test('a viewer sees the figures, and none of priced answers', async () => {
  const { operatorId } = stage.key;
  const viewer = await openVisitor(stage.api, { operatorId, role: 'viewer' });
  const { status, text } = await viewer.get(PATH);
  expect(status).toBe(200);
  expect(text).toContain('Parked now');
  expect(text).toContain('Calls');
  expect(text).not.toContain('Priced answers');
});
