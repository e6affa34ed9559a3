import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hold } from '../../../../src/parking/holds/hold.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/reserve';

let stage: Stage;
let lotId: string;
beforeAll(async () => {
  stage = await openStage();
  lotId = await stage.parking.addLot({ total_spaces: 60 });
});
afterAll(() => stage.api.stop());

const held = () => stage.parking.held(lotId, { plate: stage.parking.newPlate() });
const found = (said: string, key = stage.key) =>
  stage.api.request('GET', `${PATH}/${encodeURIComponent(said)}`, { key: key.secret });
const idFound = async (said: string) => (await found(said)).body.hold?.id;
const giveCode = (to: Hold, code: string) =>
  stage.api.database.sql('update holds set code = $2 where hold_id = $1', [to.holdId, code]);

test('a hold is looked up by its code, and while it stands by the last four of it', async () => {
  const hold = await held();
  const short = hold.code.slice(-4);
  const spoken = [...hold.code.toLowerCase()].join(' ');
  for (const said of [hold.code, hold.code.replace('-', ' '), spoken, short, short.toLowerCase()])
    expect(await idFound(said), said).toBe(hold.holdId);
  await stage.api.database.sql('update holds set expires_at = now() where hold_id = $1', [
    hold.holdId,
  ]);
  expect(await idFound(hold.code)).toBe(hold.holdId);
  expect((await found(short)).status).toBe(404);
});

test('of two holds with one code the one that stands is meant; two that stand are candidates', async () => {
  const [one, two] = [await held(), await held()];
  await giveCode(two, one.code);
  for (const said of [one.code, one.code.slice(-4)]) {
    const { status, body } = await found(said);
    expect(status).toBe(400);
    expect(body.error.details).toEqual({
      reason: 'several',
      candidates: [two, one].map(({ holdId, lotName, startsAt }) => ({
        hold_id: holdId,
        code: one.code,
        lot_name: lotName,
        starts_at: startsAt.toISOString(),
      })),
    });
  }
  await stage.parking.cancel(two);
  expect(await idFound(one.code)).toBe(one.holdId);
});

test("the code of another operator's hold is answered as an unknown id is", async () => {
  const hold = await held();
  const [stranger, tester] = [await stage.api.createKey(), await stage.newKey({ mode: 'test' })];
  const answers = [
    await found(`hold_${'0'.repeat(32)}`),
    await found('2222-2222'),
    await found(hold.code, stranger),
    await found(hold.code.slice(-4), stranger),
    await found(hold.code, tester),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.error.message).toBe(answers[0]?.body.error.message);
  }
});
