import { AppError, badField } from '../../errors.ts';
import { BODY_READINGS, type BodyType, type Reading } from './body-types.ts';

/** 1 MB, counted after decompression. */
export const BODY_BYTES_MAX = 1_048_576;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/**
 * A body as it was sent: its content type, and a function that reads its bytes. Size, charset and
 * syntax are checked here for every kind of caller. A function, because a call that is refused for
 * its key or its budget must not wait for its body.
 */
export type SentBody = Readonly<{
  contentType: string;
  /** How many bytes `read` will return, if that is known before they arrive. */
  byteCount?: number | undefined;
  /**
   * `meant`: decompressed. `sent`: the exact bytes, refused when they are compressed. Undefined
   * when the body did not arrive whole. Errors: PAYLOAD_TOO_LARGE, BAD_REQUEST with 415.
   */
  read(as: 'meant' | 'sent'): Promise<Uint8Array | undefined>;
}>;

/** A parsed body. */
export type Arrived = Readonly<{ reading: Reading; value: unknown }>;

const BROKEN: Readonly<Record<Reading, string>> = {
  json: 'is not valid JSON, or did not arrive whole',
  text: 'is not valid JSON, or did not arrive whole',
  form: 'is not a valid form, or did not arrive whole',
  bytes: 'did not arrive whole',
};

const FIELDS_MAX = 1_000;
const NAME_LENGTH_MAX = 100;

/**
 * The body parsed by its content type; undefined when there is none. Errors: PAYLOAD_TOO_LARGE;
 * BAD_REQUEST with 415 for a content type that is not among `types` and for any charset but UTF-8,
 * with 400 for a body that is not of its content type. `admit` hears how many bytes there are, if
 * possible before they are read and in any case before they are parsed, and may throw.
 */
export async function readBody(
  sent: SentBody | undefined,
  types: readonly BodyType[] = ['application/json'],
  admit: (byteCount: number) => void = () => undefined,
): Promise<Arrived | undefined> {
  if (sent === undefined) return undefined;
  const [essence = ''] = sent.contentType.split(';');
  const name = essence.trim().toLowerCase();
  const type = types.find((one) => one === name || one === '*/*');
  if (type === undefined) throw unsupported(`send the body as ${types.join(' or ')}`);
  const reading = BODY_READINGS[type];
  if (reading !== 'bytes') checkCharset(sent.contentType);
  const { byteCount } = sent;
  if (byteCount !== undefined && byteCount > BODY_BYTES_MAX) throw tooLarge();
  if (byteCount !== undefined) admit(byteCount);
  const bytes = await sent.read(reading === 'bytes' ? 'sent' : 'meant');
  if (bytes === undefined) throw badField('body', BROKEN[reading]);
  if (bytes.length > BODY_BYTES_MAX) throw tooLarge();
  if (byteCount === undefined) admit(bytes.length);
  // An empty body counts as none, and so does the JSON text null.
  if (bytes.length === 0) return undefined;
  const value = readAs(bytes, reading);
  if (value === null) return undefined;
  // Lines are passed as a string too: a JSON string must not be taken for them.
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

/** Any JSON value is returned; the schema decides whether it fits. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own words may quote the body.
    throw badField('body', BROKEN.json);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON is UTF-8 (RFC 8259 8.1). Undefined for other bytes, which would silently turn into
 * replacement characters.
 */
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

export function tooLarge(bytesMax = BODY_BYTES_MAX): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body is over ${bytesMax} bytes`);
}

export function unsupported(message: string): AppError {
  return new AppError('BAD_REQUEST', message, { status: 415 });
}

/**
 * The fields of a form (WHATWG URL, application/x-www-form-urlencoded), each as its text. Errors:
 * BAD_REQUEST naming a field that is sent twice, or `body` for a text that is not a form.
 */
function readForm(text: string): Record<string, string> {
  const pairs = text.split('&', FIELDS_MAX + 1).filter((pair) => pair !== '');
  if (pairs.length > FIELDS_MAX) throw badField('body', `has more than ${FIELDS_MAX} fields`);
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const [name = ''] = pair.split('=', 1);
    const field = decoded(name);
    if (fields.has(field)) throw badField(field.slice(0, NAME_LENGTH_MAX), 'is given twice');
    fields.set(field, decoded(pair.slice(name.length + 1)));
  }
  return Object.fromEntries(fields);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw badField('body', 'is not a valid form');
  }
}
