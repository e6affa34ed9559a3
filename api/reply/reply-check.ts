import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { closed } from '../input/closed.ts';
import { newAjv } from '../input/validate.ts';
import type { AnyReply, Operation } from '../operation.ts';
import { isStreamed } from './body.ts';
import { ErrorEnvelope, errorStatusesOf } from './error-responses.ts';

type ReplyCheck = (reply: AnyReply) => Promise<string | undefined>;

const ajv = newAjv({});
const CLOSED_ENVELOPE = closed(ErrorEnvelope);
/** Compiling all of them takes longer than many a test, and a process of tests opens many doors. */
const compiled = new WeakMap<Operation, ReplyCheck>();

/**
 * Holds answers against the declaration, closed: a status or a field that is not declared is a
 * fault too. Returns what is wrong with an answer, undefined when nothing is.
 */
export function compileReplyCheck(operation: Operation): ReplyCheck {
  const check = compiled.get(operation) ?? compileCheck(operation);
  compiled.set(operation, check);
  return check;
}

function compileCheck(operation: Operation): ReplyCheck {
  const isEnvelope = ajv.compile(CLOSED_ENVELOPE);
  const errorStatuses = errorStatusesOf(operation);
  const checks = new Map(
    Object.entries(operation.responses).map(([status, { schema, alternatives = {} }]) => [
      Number(status),
      schema && ajv.compile(closed(Type.Union([schema, ...Object.values(alternatives)]))),
    ]),
  );
  return async (reply) => {
    const name = `${operation.operationId} ${reply.status}`;
    const body = await asReceived(reply);
    if (errorStatuses.includes(reply.status) && isEnvelope(body)) return undefined;
    if (!checks.has(reply.status)) return `${name} is not declared, or no error envelope`;
    const check = checks.get(reply.status);
    if (check === undefined) return body === undefined ? undefined : `${name} declares no body`;
    return check(body) ? undefined : `${name}: ${ajv.errorsText(check.errors)}`;
  };
}

/** The body as its receiver reads it: dates are texts by then, and undefined members are gone. */
async function asReceived({ body, headers }: AnyReply): Promise<unknown> {
  if (body === undefined) return undefined;
  const bytes = isStreamed(body) ? await buffer(body.open()) : body;
  if (!(bytes instanceof Uint8Array)) return JSON.parse(JSON.stringify(bytes));
  if (headers?.['Content-Type']?.startsWith('text/')) return Buffer.from(bytes).toString();
  switch (headers?.['Content-Encoding']) {
    case 'gzip':
      return JSON.parse(gunzipSync(bytes).toString());
    case 'br':
      return JSON.parse(brotliDecompressSync(bytes).toString());
    default:
      return JSON.parse(Buffer.from(bytes).toString());
  }
}
