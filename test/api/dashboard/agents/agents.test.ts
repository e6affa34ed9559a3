import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/agents';
const REDIRECTED = 303;

let stage: Stage;
let owner: Visitor;

beforeAll(async () => {
  stage = await openStage();
  owner = await openVisitor(stage.api, { operatorId: stage.key.operatorId });
});
/** A key that the owner could make, too. */
const newKey = () => stage.newKey({ rateLimits: {} });
afterAll(() => stage.api.stop());

test('the form registers an agent for a key, which is offered no more', async () => {
  const { keyId } = await newKey();
  expect((await owner.get(PATH)).text).toContain(`value="${keyId}"`);
  const form = { name: '<b>Valet', platform: 'example', key_id: keyId };
  expect((await owner.post(PATH, form)).status).toBe(REDIRECTED);
  const { data } = (await stage.get('/api/v1/agents')).body;
  expect(data).toMatchObject([{ name: '<b>Valet', platform: 'example', key_id: keyId }]);
  const { text } = await owner.get(PATH);
  expect(text).toContain('&lt;b&gt;Valet');
  expect(text).toContain(`/dashboard/keys/${keyId}`);
  expect(text).not.toContain(`value="${keyId}"`);
});

test('a blank name is refused beside the field, and what was typed stays', async () => {
  const { keyId } = await newKey();
  const form = { name: '   ', platform: 'my platform', key_id: keyId };
  const { status, text } = await owner.post(PATH, form);
  expect(status).toBe(400);
  expect(text).toContain('id="name-error"');
  expect(text).toContain('value="my platform"');
});

test('a key of another operator is refused', async () => {
  const { keyId } = await stage.api.createKey();
  const { status } = await owner.post(PATH, { name: 'x', platform: 'y', key_id: keyId });
  expect(status).toBe(400);
  expect((await stage.get('/api/v1/agents')).body.data).toHaveLength(1);
});
