import { callOperation } from '../../api/call-operation.ts';
import type { Call } from '../../api/input/call.ts';
import { openCallContext } from '../../api/open-call-context.ts';
import type { Operation } from '../../api/operation.ts';
import type { PlainReply } from '../../api/reply/answer.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { serialise } from '../../src/kit/web/reply/body.ts';
import { type Answer, startTestApi, type TestKey } from './client.ts';

/** A call that can be made over HTTP and without it. */
export type Asked = {
  operation: Operation;
  /** An Authorization header to send instead of the key's. */
  authorization?: string;
  /** By lower-case name. */
  headers?: Record<string, string | string[]>;
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content type in `headers`. */
  raw?: string | Buffer;
  isHead?: boolean;
};

export type Told = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** Whether the bytes of the body were read. */
  isRead?: boolean;
};

/** Headers that only an answer over HTTP has, and the header that differs from call to call. */
const OF_HTTP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'vary'];
const OF_ONE_CALL = 'x-request-id';

/** A call with only the given parts. */
export const plainCall = (operation: Operation, more: Partial<Call> = {}): Call => ({
  operation,
  peer: { ip: '127.0.0.1', isSecure: false, isAnswered: true },
  authorization: undefined,
  headers: {},
  params: {},
  query: {},
  body: undefined,
  isHead: false,
  ...more,
});

/** Values that differ from call to call: ids, codes and instants. */
const MADE_UP = new RegExp(
  [
    String.raw`\b(?:req|op|ses|pi|sim)_\w+`,
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    String.raw`\b\d{4}-\d\d-\d\dT[\d:.]+Z`,
    String.raw`\b[0-9A-Z]{4}-[0-9A-Z]{4}\b`,
    String.raw`(?<="short_code":")\w+`,
  ].join('|'),
  'g',
);

/**
 * The real server, and the same operations called without HTTP, over one house. Each of the two has
 * its own budgets, so a call that is made both ways draws once from each.
 */
export async function openBothWays(operations: readonly Operation[], clock: Clock) {
  const api = await startTestApi({ operations, clock });
  const context = openCallContext(api.app, operations);

  async function overHttp(asked: Asked, key?: TestKey): Promise<Told> {
    const { operation, query = {}, raw, body, isHead = false } = asked;
    const pairs = Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value] as [string, string]),
    );
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
      encodeURIComponent(asked.params?.[name] ?? ''),
    );
    const method = isHead ? 'HEAD' : operation.method.toUpperCase();
    const address = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
    const answer = await api.request(method, address, {
      key: asked.authorization === undefined ? key?.secret : undefined,
      headers: {
        ...(asked.authorization !== undefined && { authorization: asked.authorization }),
        ...asked.headers,
      },
      ...(raw === undefined ? { body } : { raw }),
    });
    const isOurs = ([name]: [string, string]) => !OF_HTTP.includes(name) && name !== OF_ONE_CALL;
    return {
      status: answer.status,
      headers: Object.fromEntries(Object.entries(answer.headers).filter(isOurs)),
      body: bodyOf(answer),
    };
  }

  async function plainly(asked: Asked, key?: TestKey): Promise<Told> {
    const { params = {}, query = {}, isHead = false } = asked;
    const sent = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    let isRead = false;
    const call = plainCall(asked.operation, {
      authorization: asked.authorization ?? (key && `Bearer ${key.secret}`),
      headers: Object.fromEntries(
        Object.entries(asked.headers ?? {}).map(([name, lines]) => [name, [lines].flat()]),
      ),
      params,
      query,
      isHead,
      body:
        sent === undefined
          ? undefined
          : {
              contentType: String(asked.headers?.['content-type'] ?? 'application/json'),
              async read() {
                isRead = true;
                return Buffer.from(sent);
              },
            },
    });
    const reply = await callOperation(context, call);
    return { ...toldBy(reply, isHead), isRead };
  }

  return {
    api,
    context,
    overHttp,
    plainly,
    async close() {
      await context.keyring.close();
      await api.stop();
    },
  };
}

export type BothWays = Awaited<ReturnType<typeof openBothWays>>;

function bodyOf({ text, body }: Answer): unknown {
  return toComparable(body === undefined ? text : JSON.stringify(body));
}

function toldBy({ status, headers, body }: PlainReply, isHead: boolean): Told {
  const names = Object.entries(headers).filter(([name]) => name.toLowerCase() !== OF_ONE_CALL);
  const text =
    isHead || body === undefined
      ? ''
      : Buffer.from(serialise(body, headers['Content-Type'] ?? '')).toString();
  return {
    status,
    headers: Object.fromEntries(
      names
        .map(([name, value]): [string, string] => [name.toLowerCase(), value])
        .filter(([name]) => !OF_HTTP.includes(name)),
    ),
    body: toComparable(text),
  };
}

const toComparable = (text: string) => text.replaceAll(MADE_UP, '~');
