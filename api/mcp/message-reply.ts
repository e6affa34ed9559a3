import { contentTypeHeader, EVENTS_TYPE, essenceOf } from '../../src/kit/web/reply/content-type.ts';
import type { AnyReply } from '../reply/declaration.ts';

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
