import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../api/routes.ts';
import type { TestApi, TestKey } from '../../api/client.ts';
import { examplesOf } from '../../api/example-calls.ts';
import { OF_PEOPLE } from '../../api/of-people.ts';
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
  api.giveServerTo(key.operatorId);
});
afterAll(() => api.stop());

/** The path with ids that do not exist. */
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'nobody');

/** Empty, unless something in it is needed. */
function changeOf(path: `/${string}`): object {
  const patch = byPath.get(path)?.find(({ method }) => method === 'patch');
  const [example = {}] = patch === undefined ? [] : examplesOf(patch);
  return 'role' in example ? example : {};
}

/** Whether keys are refused there, whatever the id. */
const ofPeople = (path: `/${string}`) =>
  (byPath.get(path) ?? []).some(({ operationId }) => OF_PEOPLE.includes(operationId));

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
        // A change, because PATCH without a whole body is refused for that reason.
        const change = method === 'PATCH' ? { body: changeOf(path) } : {};
        const answer = await api.request(method, filled(one), { key: key.secret, ...change });
        // One more word after a path may be read as an id: that does not exist either. Nor is it a
        // value of a parameter with a form of its own, such as a month.
        const [problem] = [answer.body.error.details ?? []].flat();
        const refused = path.includes(`{${problem?.field}}`) ? 400 : 404;
        expect(
          [refused, 405, ...(ofPeople(path) ? [403] : [])],
          `${method} ${one}: ${answer.text}`,
        ).toContain(answer.status);
        expect(answer.body.error.request_id).toBe(answer.headers['x-request-id']);
      }
  });
});
