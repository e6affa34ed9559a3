import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainSignature } from '../../src/outbound/webhooks/explain-signature.ts';
import { newWebhookSecret } from '../../src/outbound/webhooks/secret.ts';
import { signBody } from '../../src/outbound/webhooks/signature.ts';
import { openTestDatabase } from '../stage/database.ts';
import { environmentWith, runHexlot } from './stage/run-hexlot.ts';

const secret = newWebhookSecret();
let body: string;
let signature: string;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hexlot-verify-'));
  const database = await openTestDatabase();
  const [row] = await database.sql<{ body: string }>(
    `select event_body('evt_1', 'session.ended', now(),
       '{"lot_name": "Größe 東", "subtotal": 2.50, "big": 12345678901234567890}') as body`,
  );
  await database.drop();
  body = row?.body ?? '';
  signature = signBody(body, secret);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function verify(bytes: string | Buffer, more: string[] = []) {
  const file = join(dir, 'body');
  await writeFile(file, bytes);
  const args = ['--signature', signature, '--secret', secret, ...more];
  return runHexlot(['webhooks', 'verify', file, ...args]);
}

test('a body with its signature is right, also beside that of another secret', async () => {
  const right = { code: 0, stdout: 'the signature is right\n', stderr: '' };
  expect(await verify(body)).toEqual(right);
  const two = `${signBody(body, newWebhookSecret())}, ${signature}`;
  expect(await verify(body, ['--signature', two])).toEqual(right);
  expect((await verify(body, ['--json'])).stdout).toBe('{"is_right":true}\n');
});

test('a changed body is one line and exit 1, and with --json an object too', async () => {
  const line = 'the body has a line break or a space added at its end';
  const stderr = `hexlot: the signature is wrong: ${line}\n`;
  expect(await verify(`${body}\n`)).toEqual({ code: 1, stdout: '', stderr });
  const told = await verify(`${body}\n`, ['--json']);
  expect(told).toMatchObject({ code: 1, stderr });
  expect(JSON.parse(told.stdout)).toEqual({ is_right: false, reason: line });
});

test('the body may come on stdin, and a file that is not there is one line', async () => {
  const args = ['webhooks', 'verify', '-', '--signature', signature, '--secret', secret];
  const child = spawn(process.execPath, ['bin/hexlot.ts', ...args], {
    env: environmentWith({}),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(body);
  expect(await once(child, 'exit')).toEqual([0, null]);
  args[2] = join(dir, 'none');
  const missing = await runHexlot(args);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/^hexlot: ENOENT.*none.*\n$/);
});

test('the likely cause is shown', () => {
  const explain = (more: { secret?: string; body?: string | Buffer; header?: string } = {}) =>
    explainSignature(
      more.secret ?? secret,
      Buffer.from(more.body ?? body),
      more.header ?? signature,
    );
  expect(explain()).toBeUndefined();

  const bare = secret.replace('whsec_', '');
  expect(explain({ secret: `${secret}\n` })).toContain('spaces or a line break around it');
  expect(explain({ secret: bare })).toContain('lacks its beginning: whsec_');
  expect(explain({ header: signBody(body, bare) })).toContain('secret without whsec_');
  expect(explain({ secret: 'abc' })).toContain('must be the whole one');

  expect(explain({ header: signature.replace('sha256=', '') })).toContain('lacks its beginning');
  expect(explain({ header: `X-Service-Signature: ${signature}` })).toContain('value of the header');
  expect(explain({ header: signature.toUpperCase() })).toContain('in lower case');
  expect(explain({ header: 'sha256=abc' })).toContain('64 hex digits');

  const rewritten = 'JSON that was read and written again';
  expect(explain({ body: JSON.stringify(JSON.parse(body)) })).toContain(rewritten);
  expect(explain({ body: JSON.stringify(JSON.parse(body), null, 2) })).toContain(rewritten);
  expect(explain({ body: body.replace('{"id":"', '{"id": "') })).toContain(rewritten);
  expect(explain({ body: `\uFEFF${body}` })).toContain('byte order mark');
  expect(explain({ body: Buffer.from(`\uFEFF${body}\r\n`, 'utf16le') })).toContain('UTF-16');
  const misread = Buffer.from(body).toString('latin1');
  expect(explain({ body: misread })).toContain('Latin-1');
  expect(explain({ body: '' })).toBe('the body is empty');

  const other = 'from another body or with another secret';
  expect(explain({ body: body.replace('evt_1', 'evt_2') })).toContain(other);
  expect(explain({ secret: newWebhookSecret() })).toContain(other);
});
