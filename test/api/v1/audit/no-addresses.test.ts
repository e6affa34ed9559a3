import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../stage.ts';

const QUERY = 'street-of-a-person-47';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

test('no audit row has the address or the query of a call, also of an agent', async () => {
  const agent = await stage.newKey({ agentPlatform: 'openai' });
  const lot = await stage.parking.addLot();
  for (const { secret } of [stage.key, agent])
    for (const path of [
      `/api/v1/lots/search?lat=43.6532&lng=-79.3832&city=${QUERY}`,
      `/api/v1/lots/search?near=${QUERY}`,
      `/api/v1/lots/${lot}?x=${QUERY}`,
      `/api/v1/lots?ref=${QUERY}`,
      `/api/v1/sessions/search?plate=QUERY47`,
      `/api/v1/privacy/export?plate=QUERY47`,
    ])
      await stage.api.request('GET', path, { key: secret });
  // Rows about what an agent reads are written after its answer.
  await expect
    .poll(() => stage.api.database.sql(`select from audit_log where action = 'agent.read'`))
    .not.toEqual([]);
  const rows = await stage.api.database.sql<{ text: string }>(
    'select to_jsonb(audit_log)::text as text from audit_log',
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { text } of rows)
    for (const part of [QUERY, 'QUERY47', '/api/', '?']) expect(text).not.toContain(part);
});
