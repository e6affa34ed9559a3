import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCharge } from '../../../src/money/usage/ledger.ts';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/usage';
const DAY = new Date().toISOString().slice(0, 10);

let stage: Stage;
let owner: Visitor;

beforeAll(async () => {
  stage = await openStage();
  const { operatorId, keyId } = stage.key;
  owner = await openVisitor(stage.api, { operatorId });
  for (const at of [`${DAY}T00:00:00Z`, '2025-02-03T04:00:00Z'])
    await addCharge(stage.api.database, { operatorId, keyId }, { at, cents: 1_050 });
});
afterAll(() => stage.api.stop());

test('what is charged is shown by endpoint, key and day, as the API says it', async () => {
  const answer = await stage.get('/api/v2/usage', { group_by: 'endpoint' });
  const [row] = answer.body.data.rows;
  const endpoint = (await owner.get(PATH)).text;
  expect(endpoint).toContain(`<code>${row.endpoint}</code>`);
  expect(endpoint).toContain('USD\u00a010.50');
  expect((await owner.get(`${PATH}?group_by=day`)).text).toContain(DAY);
  const byKey = (await owner.get(`${PATH}?group_by=key`)).text;
  expect(byKey).toContain(`/dashboard/keys/${stage.key.keyId}`);
  expect(byKey).toMatch(/Cap a month[\s\S]+<td class="number">none</);
});

test('a period is a part of the address, and one without a charge says so', async () => {
  const past = await owner.get(`${PATH}?from=2025-02-03&to=2025-02-03&group_by=day`);
  expect(past.text).toContain('<th scope="row">2025-02-03</th>');
  expect(past.text).toContain('value="2025-02-03"');
  const none = await owner.get(`${PATH}?from=2025-02-04&to=2025-02-04`);
  expect(none.text).toContain('Nothing was charged in this period.');
});

test('a day that is none is refused beside its field', async () => {
  const { status, text } = await owner.get(`${PATH}?from=%3Cb%3E`);
  expect(status).toBe(200);
  expect(text).toContain('id="from-error"');
  expect(text).toContain('value="&lt;b&gt;"');
});

test('the test mode says that nothing is charged in it', async () => {
  expect((await owner.get(`${PATH}?mode=test`)).text).toContain('Test keys pay nothing');
});

test('a viewer, who buys no answers, sees no costs', async () => {
  const viewer = await openVisitor(stage.api, { operatorId: stage.key.operatorId, role: 'viewer' });
  const { status, text } = await viewer.get(PATH);
  expect(status).toBe(200);
  expect(text).toContain('Your role does not see');
  expect(text).not.toContain('USD');
});
