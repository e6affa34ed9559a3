import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badField } from '../../errors.ts';
import { isObject } from '../../is-object.ts';

/** Opens a file, each time from its beginning. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** What the beginning of a file shows it to be; `text`: perhaps a table. */
export type FileKind = 'xml' | 'pbf' | 'json' | 'text';

/** More than a PBF's first header and an XML file's declaration have. */
const BEGINNING_BYTES = 1_024;
/** The longest first line by which JSON lines are recognised. */
const LINE_BYTES_MAX = 1024 * 1024;
/** Unpacked: several times the lots of any country, and a limit to what a packed bomb costs. */
const FILE_BYTES_MAX = 8 * 1024 * 1024 * 1024;
const GZIP = [0x1f, 0x8b];
/** Of a PBF's first header: they come before it. */
const LENGTH_BYTES = 4;
const PBF_HEADER = '\n\tOSMHeader';
const WEB_PAGE = /<!doctype html|<html/i;
/** How other files begin that people take for maps, and what to do about them. */
const OTHERS = [
  ['BZh', 'is packed with bzip2: unpack it first'],
  ['PK\x03\x04', 'is a ZIP archive: unpack it first'],
  ['\xfd7zXZ', 'is packed with xz: unpack it first'],
  ['\x28\xb5\x2f\xfd', 'is packed with Zstandard: unpack it first'],
  ['\xff\xe0', 'is an o5m file: save it as .osm.pbf'],
] as const;

/** The file unpacked, where it is packed with gzip. Errors: BAD_REQUEST naming `file`. */
export async function unpackedBytes(open: OpenBytes): Promise<OpenBytes> {
  const [first, second] = await beginningOf(open);
  const isPacked = first === GZIP[0] && second === GZIP[1];
  return () => limited(isPacked ? gunzip(open()) : open());
}

/** Decides by what is in the file, not by its name. Errors: BAD_REQUEST naming `file`. */
export async function kindOf(open: OpenBytes): Promise<FileKind> {
  const bytes = await beginningOf(open);
  if (bytes.length === 0) throw badField('file', 'is empty');
  const text = bytes.toString('latin1');
  if (text.startsWith(PBF_HEADER, LENGTH_BYTES)) return 'pbf';
  const other = OTHERS.find(([beginning]) => text.startsWith(beginning));
  if (other !== undefined) throw badField('file', other[1]);
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(text);
  // Of both orders of bytes, the letters of markup remain.
  const start = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()[0];
  if (isWide && /[<{[]/.test(start ?? ''))
    throw badField('file', 'is UTF-16 text: save it as UTF-8');
  if (start === '<' && WEB_PAGE.test(text))
    throw badField('file', 'is a web page: servers send one instead of a map when they are busy');
  if (start === '<') return 'xml';
  if (start === '{' || start === '[') return 'json';
  return 'text';
}

/** Whether JSON is one object on each line, by the first of them. */
export async function hasJsonLines(open: OpenBytes): Promise<boolean> {
  const beginning = (await beginningOf(open, LINE_BYTES_MAX)).toString();
  const [first = '', ...others] = beginning.split('\n');
  if (!others.join('').trimStart().startsWith('{')) return false;
  try {
    return isObject(JSON.parse(first));
  } catch {
    return false;
  }
}

async function beginningOf(open: OpenBytes, most = BEGINNING_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of open()) {
    chunks.push(chunk.subarray(0, most));
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks);
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > FILE_BYTES_MAX)
      throw badField(
        'file',
        `has more than ${FILE_BYTES_MAX} bytes: take its lots out first (osmium tags-filter)`,
      );
    yield chunk;
  }
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip();
  // The loop below gets every error, as the unpacker's own.
  const source = Readable.from(bytes, { objectMode: false });
  pipeline(source, unpacker, () => {});
  try {
    yield* unpacker;
  } catch (error) {
    const isDamaged = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    throw isDamaged ? badField('file', `is damaged gzip: ${error.message}`) : error;
  } finally {
    source.destroy();
  }
}
