import type { App } from '../../api/app.ts';
import { startTestApi, type TestApi } from './client.ts';

const ADDRESSES = 2 ** 24;

/** Far above what a test sends, so that no budget refuses a call. */
const CALLS_PER_MINUTE = 1_000_000;
const BUDGETS = ['read', 'write', 'agent_call', 'agent_session', 'intelligence', 'fleet'] as const;
export const NO_LIMITS = Object.fromEntries(
  [...BUDGETS, 'sandbox'].map((name) => [name, CALLS_PER_MINUTE]),
);

/**
 * The real server behind a proxy. Each call names another caller's address, so no call is refused
 * because of others.
 */
export async function startProxiedApi(app: Partial<App> = {}): Promise<TestApi> {
  const trustedProxies = ['127.0.0.0/8'];
  const api = await startTestApi({ config: { transport: 'proxy', trustedProxies }, app });
  let count = 0;
  return {
    ...api,
    request(method, path, call = {}) {
      count = (count + 1) % ADDRESSES;
      const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
      const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      return api.request(method, path, { ...call, headers: { ...forwarded, ...call.headers } });
    },
    createKey: (more) => api.createKey({ rateLimits: NO_LIMITS, ...more }),
  };
}
