import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '../stage.ts';
import { connect, ERAS } from './connect.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const PLACE = { lat: 43.6532, lng: -79.3832 };
// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
const answerOf = ({ structuredContent }: CallToolResult): any => structuredContent;

describe.each(ERAS)('the official client of %s', (era) => {
  test('parks a car: search, start, look up, end', async () => {
    const lotId = await stage.parking.addLot();
    const client = await connect(stage.api, { key: stage.key, era });
    const call = (name: string, args: object) =>
      client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>;
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_parking');

    const found = answerOf(await call('search_parking', { ...PLACE, limit: 50 }));
    expect(found.lots.map(({ id }: { id: string }) => id)).toContain(lotId);
    const plate = stage.parking.newPlate();
    const started = await call('create_parking_session', { lot_id: lotId, plate });
    const { session } = answerOf(started);
    expect(session).toMatchObject({ status: 'active', plate, source: 'agent' });
    const seen = await call('check_session_status', { session_id: session.id });
    expect(answerOf(seen).session).toMatchObject({ id: session.id, status: 'active' });
    const said = await call('check_session_status', { session_id: session.short_code });
    expect(answerOf(said).session.id).toBe(session.id);
    const ended = await call('end_parking_session', { session_id: session.id });
    expect(answerOf(ended).session).toMatchObject({ status: 'completed', id: session.id });
    await client.close();

    const inPostgres = await stage.get(`/api/v1/sessions/${session.id}`);
    expect(inPostgres.body.session.agent_platform).toBe(era === '2025' ? 'mcp' : 'Test client-1');
  });
});
