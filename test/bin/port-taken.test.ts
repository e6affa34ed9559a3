import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../database.ts';
import { runHexlot } from './run-hexlot.ts';

test('an API whose port another process has says so and ends', async () => {
  const database = await openTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'hexlot-port-'));
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(async () => {
    other.close();
    await rm(dir, { recursive: true, force: true });
    await database.drop();
  });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runHexlot(['api'], {
    HEXLOT_DATABASE_URL: database.connectionString,
    HEXLOT_DATA_DIR: dir,
    HEXLOT_PORT: String(port),
  });
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^hexlot: .*address already in use.*$/);
});
