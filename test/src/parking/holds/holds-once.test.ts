import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOnce, hashBody } from '../../../../src/access/idempotency/answer-once.ts';
import type { Remember } from '../../../../src/access/idempotency/remember.ts';
import { newId } from '../../../../src/access/ids.ts';
import { cancelHold } from '../../../../src/parking/holds/cancel-hold.ts';
import type { Hold } from '../../../../src/parking/holds/hold.ts';
import { placeHolds } from '../../../../src/parking/holds/place-holds.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

const REPEATS = 20;
let parking: Parking;

beforeAll(async () => {
  parking = await openParking();
});
afterAll(() => parking.database.drop());

const rememberAs = (operation: string, idempotencyKey: string): Remember<Hold> => ({
  keyId: parking.caller.id,
  operation,
  idempotencyKey,
  bodySha256: hashBody({}),
  toResponse: ({ holdId }) => ({ holdId }),
});

test('of 20 calls with one idempotency key one places a hold, and all get its answer', async () => {
  const lotId = await parking.addLot({ total_spaces: 2 * REPEATS });
  const like = await parking.held(lotId);
  const remember = rememberAs('reserve', 'place-1');
  const place = () =>
    answerOnce(parking.db, remember, async () => {
      const hold: Hold = { ...like, holdId: newId('hold') };
      await placeHolds(parking.db, parking.caller, [hold], {
        requestId: 'req_test',
        dispatch: null,
        remember,
        result: hold,
      });
      return { status: 201, response: { holdId: hold.holdId } };
    });
  const answers = await Promise.all(Array.from({ length: REPEATS }, place));
  expect(new Set(answers.map(({ response }) => response.holdId)).size).toBe(1);
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 2 });
});

test('a repeated cancel gets the first answer, and gives nothing back twice', async () => {
  const lotId = await parking.addLot();
  const { holdId } = await parking.held(lotId);
  await parking.held(lotId);
  const context = { requestId: 'req_test', remember: rememberAs('cancel', 'cancel-1') };
  const cancel = () =>
    answerOnce(parking.db, context.remember, async () => ({
      hold: await cancelHold(parking.db, parking.caller, holdId, context),
    }));
  await expect(cancel()).resolves.toMatchObject({ hold: { status: 'canceled' } });
  await expect(cancel()).resolves.toEqual({ status: 200, response: { holdId } });
  expect(await parking.lot(lotId)).toMatchObject({ held_spaces: 1 });
});
