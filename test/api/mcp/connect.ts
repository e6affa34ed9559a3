import type { CallToolResult } from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer, TestApi, TestKey } from '../client.ts';

export const ERAS = ['2025', '2026-07-28'] as const;
type Era = (typeof ERAS)[number];

/** The official client, connected as one of this era. */
export async function connect(
  { url }: Pick<TestApi, 'url'>,
  { key, era = '2026-07-28', headers = {} }: { key?: TestKey; era?: Era; headers?: object } = {},
) {
  const client = new Client(
    { name: 'Test client/1', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2025' ? 'legacy' : { pin: era } } },
  );
  const authorization = key && { Authorization: `Bearer ${key.secret}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { ...authorization, ...headers } },
    }),
  );
  return client;
}

/** One message as any program may send it, without the envelope of 2026-07-28. */
export function message(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** Sends bytes to the door; `body` is sent as JSON. */
export function post(
  api: TestApi,
  call: { key?: TestKey; body?: unknown; raw?: string | Buffer; headers?: object },
): Promise<Answer> {
  return api.request('POST', '/mcp', {
    key: call.key?.secret,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...call.headers,
    },
    ...(call.raw === undefined ? { body: call.body } : { raw: call.raw }),
  });
}

/** The JSON-RPC answer, also when it came as one event. */
export function rpcOf({ text, body }: Answer) {
  return body ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? 'null');
}

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into answers of any shape
export type Result = CallToolResult & { structuredContent: any };

/** Calls a tool as a program without a library does. */
export async function callTool(
  api: TestApi,
  name: string,
  args: object,
  more: { key?: TestKey; headers?: object } = {},
): Promise<Result> {
  const body = message('tools/call', { name, arguments: args });
  return rpcOf(await post(api, { ...more, body })).result;
}

/** The texts that a language model reads. */
export const textsOf = ({ content }: Result) =>
  content.flatMap((one) => (one.type === 'text' ? one.text : []));
