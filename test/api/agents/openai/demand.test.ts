import { afterAll, beforeAll, expect, test } from 'vitest';
import { findConversions } from '../../../../src/demand/searches/find-conversions.ts';
import { openTestWarehouse, type TestWarehouse } from '../../../stage/warehouse.ts';
import type { TestKey } from '../../client.ts';
import { openStage, type Stage } from '../../stage.ts';

const TORONTO = { lat: 43.6532, lng: -79.3832 };
const AS_AGENT = { 'X-Agent-Platform': 'claude' };

let stage: Stage;
let warehouse: TestWarehouse;
beforeAll(async () => {
  stage = await openStage();
  warehouse = await openTestWarehouse(stage.api.database);
});
afterAll(async () => {
  await warehouse.close();
  await stage.api.stop();
});

test('what three assistants ask and book is sold as the demand of agents in that city', async () => {
  const { api, parking, post } = stage;
  const lotId = await parking.addLot({ total_spaces: 1 });
  const ask = (as: TestKey, action: string, parameters: object) =>
    post('/api/agents/openai/actions', { action, parameters }, AS_AGENT, as);
  const keys = [await api.createKey(), await api.createKey(), await api.createKey()];
  for (const key of keys) {
    await ask(key, 'search_parking', TORONTO);
    await ask(key, 'get_rates', { lot_id: lotId });
    await api.request('GET', `/api/v1/lots/${lotId}`, { key: key.secret, headers: AS_AGENT });
  }
  const stay = { lot_id: lotId, plate: parking.newPlate() };
  await post('/api/v1/sessions', stay, AS_AGENT, keys[0]);
  for (const key of keys) await ask(key, 'check_availability', { lot_id: lotId });
  await api.app.searches.close();
  await api.database.passHorizon();
  await findConversions(api.database.pipelines, { settledSeconds: 0 });
  await warehouse.refresh();
  // Drains the crowds that the first one found.
  await warehouse.refresh();
  const { body } = await stage.get('/api/v2/intelligence/agent-demand', { city: 'Toronto' });
  expect(body.data).toMatchObject({
    ...{ total_agent_queries: 12, search_queries: 3, conversions: 1, unmet_share: 0.5 },
    // No key is registered for what the header claims.
    platform_breakdown: { other: 12 },
  });
});
