import { openParking } from '../stage/parking.ts';
import { type Answer, type NewTestKey, startTestApi } from './client.ts';

const HOUR_MS = 3_600_000;

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** High enough for all tests that are not about budgets. */
const rateLimits = {
  ...{ read: 10_000, write: 10_000, fleet: 10_000, sandbox: 10_000 },
  ...{ agent_call: 10_000, agent_session: 10_000 },
};

/** The server, its database for preparing cases, and a key of an operator to call it with. */
export async function openStage(options: Parameters<typeof startTestApi>[0] = {}) {
  const api = await startTestApi(options);
  const parking = await openParking(api.database);
  const newKey = (more: NewTestKey = {}) =>
    api.createKey({ operatorId: parking.caller.operatorId, rateLimits, ...more });
  const key = await newKey();
  const send = (method: string, path: string, body: object, headers = {}, as = key) =>
    api.request(method, path, { key: as.secret, body, headers });
  return {
    api,
    parking,
    key,
    /** Another key of the same operator. */
    newKey,
    send,
    post: (path: string, body: object, headers = {}, as = key) =>
      send('POST', path, body, headers, as),
    get: (path: string, query = {}) => api.request('GET', path, { key: key.secret, query }),
  };
}

/** The fields that an error answer names. */
export function fieldsOf({ body }: Answer): string[] {
  return body.error?.details?.map((detail: { field: string }) => detail.field);
}

export const inHours = (hours: number) => hoursAfter(Date.now(), hours);

/** Never a millisecond longer, which may cost another minute, as that of two calls may be. */
export function windowInHours(from: number, to: number) {
  const now = Date.now();
  return { starts_at: hoursAfter(now, from), ends_at: hoursAfter(now, to) };
}

function hoursAfter(at: number, hours: number): string {
  return new Date(at + hours * HOUR_MS).toISOString();
}
