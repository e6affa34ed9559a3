import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../api/client.ts';
import { runConformance } from './conformance.ts';
import { openFixtureServers } from './fixture-server.ts';

/** Each with its reason. A test of it that passes fails this one. */
const UNMET = 'test/faults/mcp/unmet-2025-11-25.yml';

/** Scenarios that need no tools or resources of their own. */
const GENERIC: [scenario: string, versions: string[]][] = [
  ['server-initialize', ['2025-06-18', '2025-11-25']],
  ['ping', ['2025-06-18', '2025-11-25']],
  ['tools-list', ['2025-06-18', '2025-11-25', '2026-07-28']],
  ['resources-list', ['2025-06-18', '2025-11-25', '2026-07-28']],
  ['sep-2164-resource-not-found', ['2026-07-28']],
  ['dns-rebinding-protection', ['2025-11-25', '2026-07-28']],
  ['http-header-validation', ['2026-07-28']],
  ['server-sse-multiple-streams', ['2026-07-28']],
];

// Each reading is a second later, so that no budget is used up.
const clock = { ms: Date.now(), now: () => (clock.ms += 1_000) };
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ clock });
});
afterAll(() => api.stop());

const runs = GENERIC.flatMap(([scenario, versions]) =>
  versions.map((version) => [scenario, version] as const),
);

test.each(runs)('the server conforms: %s of %s', async (scenario, version) => {
  const asked = ['--scenario', scenario, '--spec-version', version];
  const { isPassed, printed } = await runConformance(`${api.url}/mcp`, ...asked);
  expect(isPassed, printed).toBe(true);
});

describe('the whole set, against fixtures behind the same endpoint', () => {
  let fixtures: TestApi;
  beforeAll(async () => {
    fixtures = await startTestApi({ clock, servers: openFixtureServers });
  });
  afterAll(() => fixtures.stop());

  test.each([
    ['2026-07-28', []],
    ['2025-11-25', ['--expected-failures', UNMET]],
  ])('the door conforms to %s', async (revision, more) => {
    const asked = ['--requirements', revision, ...more];
    const { isPassed, printed } = await runConformance(`${fixtures.url}/mcp`, ...asked);
    expect(isPassed, printed).toBe(true);
  });
});
