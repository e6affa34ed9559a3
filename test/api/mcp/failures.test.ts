import { afterEach, expect, test, vi } from 'vitest';
import { meanwhile } from '../../stage/meanwhile.ts';
import { startTestApi } from '../client.ts';
import { openStage } from '../stage.ts';
import { callTool, message, post, type Result, rpcOf } from './connect.ts';

const CALL_MS_MAX = 30_000;
const DATABASE_WORDS = 'relation "lots" of postgres://someone@somewhere';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a call that takes too long is answered, and the same call again gets its stay', async () => {
  const stage = await openStage();
  const stay = { lot_id: await stage.parking.addLot(), plate: stage.parking.newPlate() };
  const operator_id = stage.parking.caller.operatorId;
  const start = () => callTool(stage.api, 'create_parking_session', stay, { key: stage.key });
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: () => void,
    ms?: number,
    ...rest: []
  ) => setTimer(work, ms === CALL_MS_MAX ? 0 : ms, ...rest)) as typeof setTimeout);
  const late = await meanwhile(
    stage.api.database,
    (other) =>
      other.query('lot_lock', { lotId: stay.lot_id, operatorId: operator_id, livemode: true }),
    start,
  );
  const { error } = (late as Result).structuredContent;
  expect(error).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('again') });
  vi.restoreAllMocks();
  const { structuredContent } = await start();
  expect(structuredContent.session).toMatchObject({ status: 'active', plate: stay.plate });
  const stays = await stage.get(`/api/v1/sessions/search?plate=${stay.plate}`);
  expect(stays.body.data).toHaveLength(1);
  await stage.api.stop();
});

test('a failure of ours tells nothing of the database, and its request id is logged', async () => {
  const house = await startTestApi();
  const { db } = house.app;
  const api = await startTestApi({
    app: {
      db: {
        ...db,
        query: (name, values) =>
          name === 'lots_coverage' || name === 'tool_calls_claim'
            ? Promise.reject(new Error(DATABASE_WORDS))
            : db.query(name, values),
      },
    },
  });
  const key = await house.createKey();
  const body = message('resources/read', { uri: 'docs://overview' });
  const read = await post(api, { key, body });
  expect(read.text).not.toContain('postgres');
  expect(rpcOf(read).error.message).toMatch(/^INTERNAL: .*\(request_id req_\w+\)$/);
  const sent = { lot_id: `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`, plate: 'AB 1' };
  const start = await callTool(api, 'create_parking_session', sent, { key });
  expect(start.structuredContent.error.code).toBe('INTERNAL');
  expect(JSON.stringify(start)).not.toContain('postgres');
  await api.stop();
  await house.stop();
});
