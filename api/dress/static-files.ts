import { hash } from 'node:crypto';
import { parse } from 'node:path';
import { Type } from 'typebox';
import { notFound } from '../../src/kit/errors.ts';
import { RawBytes } from '../../src/kit/web/input/body-types.ts';
import { contentTypeHeader, kindOf } from '../../src/kit/web/reply/content-type.ts';
import { defineOperation, type Operation } from '../operation.ts';

const FOLDER = '/static';
/**
 * Characters of base64url, 96 bits: enough that two versions of a file never share a hash by
 * chance.
 */
const HASH_LENGTH = 16;
/** Cached for a year without asking again (RFC 8246): changed bytes have a changed path. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** A file that a page loads, such as its style or its script. */
export type StaticFile = Readonly<{
  /** Where it is served, with a hash of its bytes in its name. */
  path: string;
  contentType: string;
  bytes: Uint8Array;
}>;

/** Makes a static file from a name such as `page.css` and a content type such as `text/css`. */
export function staticFile(
  fileName: string,
  contentType: string,
  content: string | Uint8Array,
): StaticFile {
  const bytes = Buffer.from(content);
  const { name, ext } = parse(fileName);
  const version = hash('sha256', bytes, 'base64url').slice(0, HASH_LENGTH);
  return { path: `${FOLDER}/${name}.${version}${ext}`, contentType, bytes };
}

/**
 * The one operation that serves all static files; the OpenAPI document leaves it out. It serves
 * only the given files: no path leads into a file system.
 */
export function serveFiles(files: readonly StaticFile[]): Operation {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const types = files.map(({ contentType: type }) => [
    type,
    kindOf(type) === 'bytes' ? RawBytes : Type.String(),
  ]);
  return defineOperation({
    operationId: 'getStaticFile',
    method: 'get',
    path: `${FOLDER}/{file_name}`,
    summary: 'A file that a page loads',
    tags: ['static'],
    auth: 'public',
    budgets: ['read'],
    params: Type.Object({ file_name: Type.String() }),
    responses: {
      200: {
        description: 'The file',
        alternatives: Object.fromEntries(types),
        headers: { 'Cache-Control': FOR_GOOD },
      },
    },
    errors: ['NOT_FOUND'],
    async handler({ params }) {
      const file = byPath.get(`${FOLDER}/${params.file_name}`);
      if (file === undefined) throw notFound('file');
      const headers = {
        'Content-Type': contentTypeHeader(file.contentType),
        'Cache-Control': FOR_GOOD,
      };
      return { status: 200, headers, body: file.bytes };
    },
  });
}
