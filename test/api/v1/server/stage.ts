import { startTestApi } from '../../client.ts';

export type Server = Awaited<ReturnType<typeof openServer>>;

/** A service with an owner, whose key has all scopes. */
export async function openServer() {
  const api = await startTestApi();
  const key = await api.createKey();
  api.giveServerTo(key.operatorId);
  return {
    api,
    ownerOperatorId: key.operatorId,
    key,
    /** What the owner of the server is answered. */
    get: (path: string, query: Record<string, string | number> = {}) =>
      api.request('GET', `/api/v1/server/${path}`, { key: key.secret, query }),
  };
}
