import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const PATH = '/dashboard/stays';
const SCRIPT = '<script>alert(1)</script>';

let stage: Stage;
let visitor: Visitor;
beforeAll(async () => {
  stage = await openStage();
  visitor = await openVisitor(stage.api, { operatorId: stage.key.operatorId });
});
afterAll(() => stage.api.stop());

async function auditedSearches(): Promise<number> {
  const rows = await stage.api.database.sql(
    `select 1 from audit_log where action = 'session.searched'`,
  );
  return rows.length;
}

test('stays are shown with their lot, escaped, and the times of its zone', async () => {
  const { parking } = stage;
  const lotId = await parking.addLot({ name: SCRIPT, currency: 'jpy' });
  const stay = await parking.park(lotId);
  const { status, text } = await visitor.get(`${PATH}?lot_id=${lotId}`);
  expect(status).toBe(200);
  expect(text).toContain(`href="/dashboard/stays/${stay.sessionId}"`);
  expect(text).toMatch(/E[SD]T<\/time>/);
  expect(text).toMatch(/about JPY\u00a0[\d,]+</);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(text).not.toContain(SCRIPT);
});

test('filters and the mode stand in the address, and leave out other stays', async () => {
  const { parking } = stage;
  const lotId = await parking.addLot({ name: 'Filtered' });
  const running = await parking.park(lotId);
  const ended = await parking.park(lotId);
  await parking.end(ended);
  const { text } = await visitor.get(`${PATH}?lot_id=${lotId}&status=active`);
  expect(text).toContain(running.sessionId);
  expect(text).not.toContain(ended.sessionId);
  const past = await visitor.get(`${PATH}?lot_id=${lotId}&to=2020-01-01`);
  expect(past.text).toContain('No stay like this');
  const tested = await visitor.get(`${PATH}?mode=test`);
  expect(tested.text).toContain('No stay yet');
  expect(tested.text).toContain('name="mode" value="test"');
});

test('a day of a filter includes all of it, in the zone of the lot', async () => {
  const { parking } = stage;
  const lotId = await parking.addLot({ name: 'Days' });
  const stay = await parking.park(lotId);
  // 20 January in UTC, and the 19th in Toronto.
  await stage.api.database.sql(
    `update sessions set created_at = '2026-01-20T04:30:00Z' where session_id = $1`,
    [stay.sessionId],
  );
  const on = async (day: string) =>
    (await visitor.get(`${PATH}?lot_id=${lotId}&from=${day}&to=${day}`)).text;
  expect(await on('2026-01-19')).toContain(stay.sessionId);
  expect(await on('2026-01-20')).not.toContain(stay.sessionId);
});

test.each(['from=2026-02-30', 'to=yesterday', 'lot_id=nothing', 'status=gone', 'cursor=%3Cb%3E'])(
  'a filter that cannot be read is refused in the words of the API: %s',
  async (query) => {
    const { status, text } = await visitor.get(`${PATH}?${query}`);
    expect(status).toBe(400);
    expect(text).toContain('role="alert"');
  },
);

test('a plate is looked up by a form, which the audit log has once for each look-up', async () => {
  const { parking } = stage;
  const lotId = await parking.addLot();
  const stay = await parking.park(lotId, { plate: 'LOOK 123' });
  const before = await auditedSearches();
  const { status, text } = await visitor.post(`${PATH}/plate`, { plate: 'look-123' });
  expect(status).toBe(200);
  expect(text).toContain(stay.sessionId);
  expect(await auditedSearches()).toBe(before + 1);
});

test('a text that is no plate is refused beside its field, and kept in it', async () => {
  const { status, text } = await visitor.post(`${PATH}/plate`, { plate: '"><b>!' });
  expect(status).toBe(400);
  expect(text).toContain('id="plate-error"');
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;!"');
});
