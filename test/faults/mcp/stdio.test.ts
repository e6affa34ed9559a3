import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../api/stage.ts';
import { environmentWith, runHexlot } from '../../bin/stage/run-hexlot.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

function settings(key = stage.key.secret) {
  const all = environmentWith({ HEXLOT_BASE_URL: stage.api.url, HEXLOT_API_KEY: key });
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}

test('an assistant that starts a program parks through it, as itself', async () => {
  const client = new Client({ name: 'A desk/assistant', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['bin/hexlot.ts', 'mcp'],
    env: settings(),
    stderr: 'ignore',
  });
  await client.connect(transport);
  expect(client.getServerVersion()?.name).toBe('hexlot');
  expect((await client.listTools()).tools).toHaveLength(7);
  const read = await client.readResource({ uri: 'docs://overview' });
  expect(read.contents[0]).toMatchObject({ text: expect.stringContaining('## Coverage') });
  const stay = { lot_id: await stage.parking.addLot(), plate: stage.parking.newPlate() };
  const call = { name: 'create_parking_session', arguments: stay };
  const { structuredContent } = await client.callTool(call);
  expect(structuredContent).toMatchObject({ session: { agent_platform: 'A desk-assistant' } });
  const unknown = await client.callTool({ name: 'none', arguments: {} }).catch(String);
  expect(unknown).toContain('there is no tool none');
  await client.close();
});

test('it ends when its input ends, and writes nothing but messages', async () => {
  const { code, stdout, stderr } = await runHexlot(['mcp'], settings());
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`${stage.api.url}/mcp, with a key`);
});

test('a signal ends it, as the normal way to stop it', async () => {
  const child = spawn(process.execPath, ['bin/hexlot.ts', 'mcp'], { env: settings() });
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('without a service it says where none is; with a wrong key, that it is not valid', async () => {
  const nobody = await runHexlot(['mcp', '--url', 'http://127.0.0.1:1'], settings());
  expect([nobody.code, nobody.stdout]).toEqual([1, '']);
  expect(nobody.stderr).toContain('no tools at http://127.0.0.1:1/mcp');
  const wrong = await runHexlot(['mcp'], settings(`pk_live_${'A'.repeat(43)}`));
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('the API key is not valid');
});
