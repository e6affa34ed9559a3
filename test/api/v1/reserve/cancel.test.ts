import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

test('a cancel with an unknown field is refused naming it', async () => {
  const hold = await stage.parking.held(await stage.parking.addLot());
  const answer = await stage.post(`/api/v1/reserve/${hold.holdId}/cancel`, { reason: 'rain' });
  expect(fieldsOf(answer)).toEqual(['reason']);
});
