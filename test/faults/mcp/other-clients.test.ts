import { execFile, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../../api/mcp/tools.ts';
import { openStage, type Stage } from '../../api/stage.ts';

const run = promisify(execFile);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const names = tools.map(({ listed }) => listed.name);

test.for(['auto', 'legacy'])(
  'the official Python client parks a car (%s)',
  async (mode, { skip }) => {
    const python = spawnSync('python3', ['-c', 'from mcp import Client'], { encoding: 'utf8' });
    if (python.status !== 0) skip('python3 has no package mcp of version 2: pip install mcp');
    const lotId = await stage.parking.addLot();
    const plate = stage.parking.newPlate();
    const sent = [`${stage.api.url}/mcp`, stage.key.secret, lotId, plate, mode];
    const { stdout } = await run('python3', ['test/faults/mcp/park.py', ...sent]);
    expect(JSON.parse(stdout)).toEqual({
      names,
      is_found: true,
      statuses: ['active', 'active', 'completed'],
    });
  },
);

test('the Inspector finds nothing in the tools that some host would not understand', async ({
  skip,
}) => {
  const found = spawnSync('sh', ['-c', 'command -v mcp-inspector'], { encoding: 'utf8' });
  if (found.status !== 0) skip('mcp-inspector is not on the path');
  const program = realpathSync(found.stdout.trim());
  const inspect = (...args: string[]) =>
    run(process.execPath, [
      ...[program, '--cli', `${stage.api.url}/mcp`, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${stage.key.secret}`, ...args],
    ]);
  const listed = await inspect('--method', 'tools/list', '--strict');
  for (const name of names) expect(listed.stdout).toContain(`"${name}"`);
  const read = await inspect('--method', 'resources/read', '--uri', 'docs://overview');
  expect(read.stdout).toContain('## Coverage');
  const place = ['--tool-arg', 'lat=43.6532', '--tool-arg', 'lng=-79.3832'];
  const search = ['--method', 'tools/call', '--tool-name', 'search_parking', ...place];
  expect((await inspect(...search)).stdout).toContain('has_more');
});
