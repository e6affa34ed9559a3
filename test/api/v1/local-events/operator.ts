import { expect } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestKey } from '../../client.ts';
import { inHours } from '../../stage.ts';

export const PATH = '/api/v1/local-events';
export const TORONTO = { lat: 43.6532, lng: -79.3832 };
const BUDGETS = { write: 100_000, read: 100_000 };

type Lot = Partial<Parameters<typeof addLot>[1]>;

/** The body of a cup final in Toronto tomorrow, unless given. */
export const bodyOf = (more: object = {}) => ({
  name: 'Cup final',
  type: 'sports',
  impact: 'high',
  starts_at: inHours(24),
  ends_at: inHours(27),
  ...TORONTO,
  ...more,
});

/** The server, and operators with the calls that they make about local events. */
export async function openLocalEvents() {
  const api = await startTestApi();
  const newKey = (more: Parameters<typeof api.createKey>[0] = {}) =>
    api.createKey({ rateLimits: BUDGETS, ...more });
  const lotOf = ({ operatorId }: TestKey, more: Lot = {}) =>
    addLot(api.database, { operator_id: operatorId, ...more });
  const call = (method: string, path: string, as: TestKey, more: object = {}) =>
    api.request(method, `${PATH}${path}`, { key: as.secret, ...more });
  const post = (as: TestKey, more: object = {}, headers = {}) =>
    call('POST', '', as, { body: bodyOf(more), headers });

  return {
    api,
    newKey,
    lotOf,
    post,
    get: (as: TestKey, id: string) => call('GET', `/${id}`, as),
    remove: (as: TestKey, id: string) => call('DELETE', `/${id}`, as),
    list: (as: TestKey, query: Record<string, string | number> = {}) =>
      call('GET', '', as, { query }),

    /** The key of a new operator with a lot in Toronto. */
    async newOperator(): Promise<TestKey> {
      const key = await newKey();
      await lotOf(key);
      return key;
    },

    /** The id of the local event that `post` made. */
    async made(as: TestKey, more: object = {}): Promise<string> {
      const { status, body, text } = await post(as, more);
      expect(status, text).toBe(201);
      return body.local_event.id;
    },

    audits: (eventId: string) =>
      api.database.sql<{ action: string; diff: object }>(
        `select action, actor_id, operator_id, livemode, request_id, diff from audit_log
         where entity_id = $1 order by audit_id`,
        [eventId],
      ),
  };
}
