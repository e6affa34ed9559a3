import { startTestApi } from '../../client.ts';

export const BUDGETS = { write: 100_000, read: 100_000 };
export const TORONTO = { lat: 43.6532, lng: -79.3832 };
export const PARIS = { lat: 48.8566, lng: 2.3522 };

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
export type Any = any;

/** An operator of the real server, with the calls it makes about its lots. */
export async function openOperator() {
  const api = await startTestApi();
  const key = await api.createKey({ rateLimits: BUDGETS });
  let lastPlate = 0;

  const call = (method: string, path: string, body?: unknown, as = key, headers = {}) =>
    api.request(method, `/api/v1/lots${path}`, { key: as.secret, body, headers });
  const post = (more: object = {}, as = key, headers = {}) =>
    call('POST', '', { name: 'Lot', ...TORONTO, total_spaces: 5, ...more }, as, headers);

  return {
    api,
    key,
    call,
    /** Adds a lot, of five spaces in Toronto unless given. */
    post,
    patch: (id: string, changes: object, as = key) => call('PATCH', `/${id}`, changes, as),
    remove: (id: string, as = key) => call('DELETE', `/${id}`, undefined, as),
    /** The lot as callers without a key see it. */
    get: (id: string) => api.request('GET', `/api/v1/lots/${id}`),

    /** The lot that `post` made. */
    async lotOf(more: object = {}): Promise<Any> {
      const { status, body, text } = await post(more);
      if (status !== 201) throw new Error(text);
      return body.lot;
    },

    async park(lotId: string): Promise<Any> {
      const body = { lot_id: lotId, plate: `W${String(++lastPlate).padStart(6, '0')}` };
      const answer = await api.request('POST', '/api/v1/sessions', { key: key.secret, body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.session;
    },

    end: (session: { id: string }) =>
      api.request('POST', '/api/v1/sessions/end', {
        key: key.secret,
        body: { session_id: session.id },
      }),

    /** Ids of the lots within 200 metres. */
    async idsNear(place: { lat: number; lng: number }): Promise<string[]> {
      const query = { ...place, radius_km: 0.2, limit: 50 };
      const { body } = await api.request('GET', '/api/v1/lots/search', { query });
      return body.lots.map((lot: Any) => lot.id);
    },

    audits: (lotId: string): Promise<Any[]> =>
      api.database.sql(
        `select action, actor_type, actor_id, request_id, diff from audit_log
         where entity_id = $1 order by audit_id`,
        [lotId],
      ),

    events: (lotId: string): Promise<Any[]> =>
      api.database.sql('select type, data from events where entity_id = $1 order by event_id', [
        lotId,
      ]),
  };
}

/** The fields that a refusal names. */
export const fieldsOf = ({ body }: { body: Any }): string[] =>
  body.error.details.map((one: Any) => one.field);
