import { expect } from 'vitest';
import { type NewTestKey, startTestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/keys';
export const BUDGETS = { write: 100_000, read: 100_000 };

type Caller = Pick<TestKey, 'secret'>;

/** The server, and the calls that operators make about their keys. */
export async function openKeys() {
  const api = await startTestApi();
  const call = (method: string, path: string, as: Caller, more: object = {}) =>
    api.request(method, `${PATH}${path}`, { key: as.secret, ...more });
  const post = (as: Caller, path: string, body?: object, headers = {}) =>
    call('POST', path, as, { headers, ...(body && { body }) });

  return {
    api,
    post,
    newKey: (more: NewTestKey = {}) => api.createKey({ rateLimits: BUDGETS, ...more }),
    get: (as: Caller, path: string, query: object = {}) => call('GET', path, as, { query }),
    remove: (as: Caller, id: string) => call('DELETE', `/${id}`, as),
    rotate: (as: Caller, id: string, headers = {}) => post(as, `/${id}/rotate`, undefined, headers),

    /** The key that `post` made, with its secret. */
    async made(as: Caller, more: object = {}) {
      const asked = { name: 'till', scopes: ['lots:read'], ...more };
      const { status, body, text } = await post(as, '', asked);
      expect(status, text).toBe(201);
      return { ...body.key, secret: body.secret as string };
    },

    /** The status of a call that every key may make; a revoked key is refused within moments. */
    statusOf: async (as: Caller) =>
      (await api.request('GET', '/api/v1/me', { key: as.secret })).status,

    audits: (entityId: string) =>
      api.database.sql<{ action: string; diff: { after: object } }>(
        `select action, actor_type, actor_id, operator_id, livemode, request_id, diff
         from audit_log where entity_id = $1 order by audit_id`,
        [entityId],
      ),
  };
}
