import { AppError, badField } from '../../src/errors.ts';
import { BODY_READINGS, type BodyType, type Reading } from './body-types.ts';
import { readForm } from './form.ts';

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
  /**
   * As it was meant: decompressed. As it was sent: the very bytes, refused where they are
   * compressed. Undefined when it did not arrive whole. Errors: PAYLOAD_TOO_LARGE, BAD_REQUEST
   * with 415.
   */
  read(as: 'meant' | 'sent'): Promise<Uint8Array | undefined>;
}>;

/** A body as it is read. */
export type Arrived = Readonly<{ reading: Reading; value: unknown }>;

const BROKEN: Readonly<Record<Reading, string>> = {
  json: 'is not valid JSON, or did not arrive whole',
  text: 'is not valid JSON, or did not arrive whole',
  form: 'is not a valid form, or did not arrive whole',
  bytes: 'did not arrive whole',
};

/**
 * The body as its content type is read, undefined when there is none. Errors: PAYLOAD_TOO_LARGE;
 * BAD_REQUEST with 415 for a content type that is not among `types` or another charset, with 400
 * for what is not of its type.
 */
export async function readBody(
  sent: SentBody | undefined,
  types: readonly BodyType[] = ['application/json'],
): Promise<Arrived | undefined> {
  if (sent === undefined) return undefined;
  const [essence = ''] = sent.contentType.split(';');
  const name = essence.trim().toLowerCase();
  const type = types.find((one) => one === name || one === '*/*');
  if (type === undefined) throw unsupported(`send the body as ${types.join(' or ')}`);
  const reading = BODY_READINGS[type];
  if (reading !== 'bytes') checkCharset(sent.contentType);
  const bytes = await sent.read(reading === 'bytes' ? 'sent' : 'meant');
  if (bytes === undefined) throw badField('body', BROKEN[reading]);
  if (bytes.length > BODY_BYTES_MAX) throw tooLarge();
  // A body of no bytes is none, however it was announced, and so is one that says null.
  if (bytes.length === 0) return undefined;
  const value = readAs(bytes, reading);
  if (value === null) return undefined;
  // Lines arrive as a text as well: a JSON text that is a string is none of them.
  if (reading === 'json' && typeof value !== 'object' && types.some(isLines))
    throw badField('body', 'must be an array or an object');
  return { reading, value };
}

function readAs(bytes: Uint8Array, reading: Reading): unknown {
  if (reading === 'bytes') return bytes;
  const text = textOf(bytes);
  if (text === undefined) throw badField('body', BROKEN[reading]);
  switch (reading) {
    case 'json':
      return jsonOf(text);
    case 'text':
      return text;
    case 'form':
      return readForm(text);
  }
}

function isLines(type: BodyType): boolean {
  return BODY_READINGS[type] === 'text';
}

/** Every JSON text is read: what it should have been is for the schema to say. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words may quote the body.
    throw badField('body', BROKEN.json);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** JSON is UTF-8 (RFC 8259 8.1): other bytes would be kept as replacement characters, silently. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function checkCharset(contentType: string): void {
  const [, charset = 'utf-8'] = CHARSET.exec(contentType) ?? [];
  if (charset.toLowerCase() !== 'utf-8') throw unsupported('send the body in UTF-8');
}

export function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body is over ${BODY_BYTES_MAX} bytes`);
}

export function unsupported(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { status: 415 });
}
