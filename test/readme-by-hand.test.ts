import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from './api/client.ts';
import { addLot } from './fixtures.ts';

const run = promisify(execFile);

let api: TestApi;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  key = await api.createKey();
  await addLot(api.database, {
    operator_id: key.operatorId,
    latitude: 41.2,
    longitude: -99.6,
    total_spaces: 20,
  });
});
afterAll(() => api.stop());

test('the lines to try by hand do what they say, each of them', async () => {
  const readme = readFileSync('README.md', 'utf8');
  const [, lines = ''] = /## Parking, by hand[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const { stdout } = await run('sh', ['-euc', lines], {
    env: { ...process.env, BASE: api.url, KEY: key.secret },
  });
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { session: { status: 'active', extended_count: 1 } },
    { session: { status: 'completed', duration_minutes: 1 } },
    { data: [{ status: 'completed', plate: 'NE4821' }] },
    { session: { status: 'active', plate: 'NE4822' } },
    { dispatch: { status: 'released' } },
  ]);
});
