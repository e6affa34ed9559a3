import { badField } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { readBody, type SentBody } from '../../src/kit/web/input/read-body.ts';
import { findUnsafeValue } from '../../src/kit/web/input/values.ts';
import { contentTypeHeader, EVENTS_TYPE, essenceOf } from '../../src/kit/web/reply/content-type.ts';
import type { AnyReply } from '../reply/declaration.ts';

type Message = Readonly<Record<string, unknown>>;

/**
 * The one message of a request. Errors: those of any body (size, type, JSON), and BAD_REQUEST for
 * lists of messages, which the protocol no longer has, and for values too deep or too many to walk.
 */
export async function readMessage(sent: SentBody | undefined): Promise<Message> {
  const arrived = await readBody(sent);
  if (arrived === undefined) throw badField('body', 'is required');
  const { value } = arrived;
  if (!isObject(value)) throw badField('body', 'must be one JSON-RPC message, not a list');
  const unsafe = findUnsafeValue(value);
  if (unsafe !== undefined) throw badField(unsafe.field, unsafe.reason);
  return value;
}

/** The tool that the message calls by name; undefined for other messages. */
export function calledTool({ method, id, params }: Message): string | undefined {
  const isCall = method === 'tools/call' && id !== undefined && isObject(params);
  return isCall && typeof params.name === 'string' ? params.name : undefined;
}

/**
 * The protocol's answer as one to be sent. A stream of events is waited for until its first event,
 * so that the headers can say what the message drew.
 */
export async function toReply(response: Response): Promise<AnyReply> {
  const { status, body } = response;
  const type = response.headers.get('content-type');
  const headers: Record<string, string> =
    type === null ? {} : { 'Content-Type': contentTypeHeader(essenceOf(type)) };
  if (body === null) return { status };
  if (type?.startsWith(EVENTS_TYPE) !== true)
    return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
  const reader = body.getReader();
  const first = await reader.read();
  async function* events() {
    if (first.value !== undefined) yield first.value;
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  }
  return { status, headers, body: { open: () => events() } };
}
