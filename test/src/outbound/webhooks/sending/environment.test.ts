import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { CERTIFICATE, KEY, OK } from './receiver.ts';
import { openTestReceiver } from './sender-stage.ts';

/** What a process with this environment sends, and what its own `fetch` does. */
async function sendOnce(url: string, env: Record<string, string>) {
  const script = 'test/src/outbound/webhooks/sending/send-once.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [script, url], {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
  });
  return JSON.parse(stdout) as { sent: unknown; fetched: unknown };
}

const TLS = { cert: CERTIFICATE, key: KEY };
const SELF_SIGNED = 'the certificate is not valid: it is signed by itself';

test.each([
  ['http', {}, 'GET', { isSuccess: true, status: 200 }],
  ['https', { tls: TLS }, 'CONNECT', { failure: SELF_SIGNED }],
])(
  'a proxy of the environment sees nothing of %s, though Node would use it',
  async (protocol, how, method, expected) => {
    const recorder = await openTestReceiver('HTTP/1.1 502 Proxy\r\nContent-Length: 0\r\n\r\n');
    const proxy = `http://127.0.0.1:${recorder.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
    const proxies = [...names, ...names.map((name) => name.toLowerCase())].map((name) => [
      name,
      proxy,
    ]);
    const receiver = await openTestReceiver(OK, how);
    const { sent } = await sendOnce(`${protocol}://127.0.0.1:${receiver.port}/`, {
      ...Object.fromEntries(proxies),
      NO_PROXY: '',
      no_proxy: '',
      NODE_USE_ENV_PROXY: '1',
    });
    expect(sent).toMatchObject(expected);
    expect(receiver.connectedTo).toHaveLength(1);
    // What `fetch` asked the proxy for, and nothing before it.
    expect(recorder.requests.map((text) => text.split(' ')[0])).toEqual([method]);
  },
);

test('certificates are verified, though the environment tells Node not to', async () => {
  const receiver = await openTestReceiver(OK, { tls: TLS });
  const { sent, fetched } = await sendOnce(`https://localhost:${receiver.port}/`, {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  });
  expect(sent).toMatchObject({
    isSuccess: false,
    failure: SELF_SIGNED,
  });
  expect(fetched).toBe(200);
  expect(receiver.requests).toHaveLength(1);
});

test('TLS below 1.2 is refused, though the environment allows it', async () => {
  const tls = {
    ...TLS,
    ciphers: 'ALL:@SECLEVEL=0',
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
  } as const;
  const receiver = await openTestReceiver(OK, { tls });
  const { sent, fetched } = await sendOnce(`https://localhost:${receiver.port}/`, {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0',
  });
  expect(sent).toMatchObject({ failure: 'could not agree on TLS 1.2 or 1.3' });
  expect(fetched).toBe(200);
});
