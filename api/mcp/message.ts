import { badField } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { readBody, type SentBody } from '../../src/kit/web/input/read-body.ts';
import { findUnsafeValue } from '../../src/kit/web/input/values.ts';

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
