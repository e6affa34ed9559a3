import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import type { TestApi, TestKey } from '../../api/client.ts';
import { startProxiedApi } from '../../api/proxied-api.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'] as const;
/** Methods that are always answered. */
const ALWAYS = ['HEAD', 'OPTIONS'];
const byPath = Map.groupBy(routes, ({ path }) => path);
const paths = [...byPath.keys()];

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startProxiedApi();
  key = await api.createKey();
});
afterAll(() => api.stop());

/** The path with ids that do not exist. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'nobody');

describe.each(paths)('%s', (path) => {
  const declared = (byPath.get(path) ?? []).map(({ method }) => method.toUpperCase());
  const others = METHODS.filter((method) => !declared.includes(method));

  test.each(others)('%s is 405, and the answer says which methods are allowed', async (method) => {
    const { status, headers, body } = await api.request(method, filled(path), { key: key.secret });
    expect({ status, code: body.error.code }).toEqual({ status: 405, code: 'BAD_REQUEST' });
    const allowed = headers.allow?.split(', ').filter((name) => !ALWAYS.includes(name));
    expect(allowed).toEqual(declared);
  });

  test('similar paths are not served', async () => {
    const near = [
      `${path}/`,
      `/${path}`,
      `${path}/nothing/here`,
      `${path}.json`,
      `${path};v=1`,
      `${path}%20`,
      path.toUpperCase(),
      path.replace('/v1/', '/v3/').replace('/v2/', '/v3/'),
      `/api${path}`,
      path.replace('/api/', '//api/'),
      path.replaceAll('/', '%2F').replace('%2F', '/'),
    ].filter((one) => !paths.includes(one as `/${string}`));
    for (const one of near)
      for (const method of METHODS) {
        // An empty change, because PATCH without a body is refused for that reason.
        const change = method === 'PATCH' ? { body: {} } : {};
        const answer = await api.request(method, filled(one), { key: key.secret, ...change });
        // One more word after a path may be read as an id: that does not exist either. Nor is it a
        // value of a parameter with a form of its own, such as a month.
        const [problem] = [answer.body.error.details ?? []].flat();
        const refused = path.includes(`{${problem?.field}}`) ? 400 : 404;
        expect([refused, 405], `${method} ${one}: ${answer.text}`).toContain(answer.status);
        expect(answer.body.error.request_id).toBe(answer.headers['x-request-id']);
      }
  });
});
