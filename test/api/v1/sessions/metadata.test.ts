import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
let lotId: string;
beforeAll(async () => {
  stage = await openStage();
  lotId = await stage.parking.addLot();
});
afterAll(() => stage.api.stop());

const start = (metadata: object) =>
  stage.post('/api/v1/sessions', { lot_id: lotId, plate: stage.parking.newPlate(), metadata });

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name ${i}`, 'x'.repeat(500)]));

test.each([
  ['nothing', {}],
  ['as much as there may be', many(20)],
  ['names of 100 characters, line ends among them', { ['a\n'.repeat(50)]: '5e-324' }],
])('%s comes back unchanged', async (_name, metadata) => {
  const { status, body } = await start(metadata);
  expect(status).toBe(201);
  expect(body.session.metadata).toEqual(metadata);
});

test.each<[string, object, string]>([
  ['a name too many', many(21), 'metadata'],
  ['a name that is too long', { ['a'.repeat(101)]: 'x' }, `metadata.${'a'.repeat(100)}`],
  ['a name that is empty', { '': 'x' }, 'metadata.'],
  ['a text that is too long', { name: 'x'.repeat(501) }, 'metadata.name'],
  ['a number', { name: 1e308 }, 'metadata.name'],
  ['a number under a name of two lines', { 'a\nb': 1 }, 'metadata.a\nb'],
])('%s is 400 and named', async (_name, metadata, field) => {
  const answer = await start(metadata);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toContain(field);
});
