import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { closed } from '../../src/kit/web/input/closed.ts';
import { isStreamed, serialise } from '../../src/kit/web/reply/body.ts';
import { contentTypeHeader, essenceOf, kindOf } from '../../src/kit/web/reply/content-type.ts';
import { checkEvents, isEvents } from '../../src/kit/web/reply/events.ts';
import { newAjv } from '../input/validate.ts';
import type { Operation } from '../operation.ts';
import { type AnyReply, schemasByType } from './declaration.ts';
import { ErrorEnvelope, errorStatusesOf } from './error-responses.ts';

const JSON_HEADER = contentTypeHeader('application/json');

const ajv = newAjv({});
const isEnvelope = ajv.compile(closed(ErrorEnvelope));

/**
 * Checks answers against their declaration, with closed objects: an undeclared status, content type
 * or field is an error too. JSON is checked against its schema; text must be text, and bytes must
 * be bytes. Returns what is wrong with an answer, undefined when nothing is.
 */
export function compileReplyCheck(
  operation: Operation,
): (reply: AnyReply) => Promise<string | undefined> {
  const errorStatuses = errorStatusesOf(operation);
  const checks = new Map(
    Object.entries(operation.responses).map(([status, declared]) => [
      Number(status),
      new Map(
        Object.entries(schemasByType(declared)).map(([type, schema]) => [
          type,
          ajv.compile(closed(schema)),
        ]),
      ),
    ]),
  );

  async function findFault(reply: AnyReply): Promise<string | undefined> {
    const header = reply.headers?.['Content-Type'] ?? JSON_HEADER;
    const type = essenceOf(header);
    const isError = errorStatuses.includes(reply.status) && header === JSON_HEADER;
    if (isError && isEnvelope(await asReceived(reply, header))) return undefined;
    const declared = checks.get(reply.status);
    if (declared === undefined) return 'is not declared, or no error envelope';
    if (reply.body === undefined) return declared.size === 0 ? undefined : 'has no body';
    if (declared.size === 0) return 'declares no body';
    const check = declared.get(type);
    if (check === undefined || header !== contentTypeHeader(type))
      return `is sent as ${header}, which is not declared`;
    if (kindOf(type) === 'events') return findEventsFault(reply, check);
    const value = await asReceived(reply, header);
    if (value === undefined) return `has a body that is no ${type}`;
    return check(value) ? undefined : ajv.errorsText(check.errors);
  }

  /** Events are checked when they come; one that does not match its declaration ends the stream. */
  function findEventsFault(reply: AnyReply, check: ValidateFunction): string | undefined {
    if (!isEvents(reply.body)) return 'has a body that is no stream of events';
    reply.body = checkEvents(reply.body, ({ data }) => {
      if (!check(JSON.parse(JSON.stringify(data)))) throw new Error(ajv.errorsText(check.errors));
    });
    return undefined;
  }

  return async (reply) => {
    const fault = await findFault(reply);
    return fault && `${operation.operationId} ${reply.status}: ${fault}`;
  };
}

/**
 * The body as its receiver reads it: dates have become strings, and undefined members are gone.
 * Undefined when it does not fit its content type.
 */
async function asReceived({ body, headers }: AnyReply, header: string): Promise<unknown> {
  if (body === undefined) return undefined;
  const kind = kindOf(essenceOf(header));
  if (kind === 'bytes' && !(body instanceof Uint8Array) && !isStreamed(body)) return undefined;
  if (kind === 'text' && !(body instanceof Uint8Array) && !isStreamed(body))
    return typeof body === 'string' ? body : undefined;
  const sent = isStreamed(body) ? await buffer(body.open()) : serialise(body, header);
  const bytes = decoded(Buffer.from(sent), headers?.['Content-Encoding']);
  if (kind === 'bytes') return bytes;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return kind === 'json' ? JSON.parse(text) : text;
  } catch {
    return undefined;
  }
}

function decoded(bytes: Buffer, coding: string | undefined): Buffer {
  if (coding === 'gzip') return gunzipSync(bytes);
  return coding === 'br' ? brotliDecompressSync(bytes) : bytes;
}
