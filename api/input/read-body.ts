import { AppError, badField } from '../../src/errors.ts';
import { BODY_READINGS, type BodyType } from '../operation.ts';

/** 1 MB, counted after decompression. */
export const BODY_BYTES_MAX = 1_048_576;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * A body as it was sent: its content type and its bytes, whoever calls. So size, charset and syntax
 * are looked at in one place. It is a function that reads them, since a call that is refused for
 * its key or its budget is refused before anybody waits for its body.
 */
export type SentBody = Readonly<{
  contentType: string;
  /** Errors: PAYLOAD_TOO_LARGE, BAD_REQUEST for what did not arrive whole. */
  read(): Promise<Uint8Array>;
}>;

/**
 * The body as its content type is read, undefined when there is none. Errors: PAYLOAD_TOO_LARGE;
 * BAD_REQUEST with 415 for a content type that is not among `types` or another charset, with 400
 * for what is not JSON.
 */
export async function readBody(
  sent: SentBody | undefined,
  types: readonly BodyType[] = ['application/json'],
): Promise<unknown> {
  if (sent === undefined) return undefined;
  const [essence = ''] = sent.contentType.split(';');
  const type = types.find((one) => one === essence.trim().toLowerCase());
  if (type === undefined) throw unsupported(`send the body as ${types.join(' or ')}`);
  const [, charset = 'utf-8'] = CHARSET.exec(sent.contentType) ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw unsupported('send the body in UTF-8');
  const bytes = await sent.read();
  if (bytes.length > BODY_BYTES_MAX) throw tooLarge();
  // A body of no bytes is none, however it was announced.
  if (bytes.length === 0) return undefined;
  if (BODY_READINGS[type] === 'text') return textOf(bytes);
  const body = jsonOf(bytes);
  // Lines arrive as a text as well: a JSON text that is a string is none of them.
  if (typeof body !== 'object' && types.some((one) => BODY_READINGS[one] === 'text'))
    throw badField('body', 'must be an array or an object');
  return body;
}

/** Every JSON text is read: what it should have been is for the schema to say. */
function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw broken();
  }
}

/** JSON is UTF-8 (RFC 8259 8.1): other bytes would be kept as replacement characters, silently. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw broken();
  }
}

/** The parser's own words may quote the body. */
export function broken(): AppError {
  return badField('body', 'is not valid JSON, or did not arrive whole');
}

export function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body is over ${BODY_BYTES_MAX} bytes`);
}

export function unsupported(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { status: 415 });
}
