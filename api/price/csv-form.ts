import Negotiator from 'negotiator';
import { Type } from 'typebox';
import { isObject } from '../../src/kit/is-object.ts';
import { contentTypeHeader } from '../../src/kit/web/reply/content-type.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { AnyReply } from '../reply/declaration.ts';

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';
const OK = 200;

/** How an operation that can answer as CSV is asked for it. */
export const CSV_QUERY = {
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description: 'json or csv; without it, what Accept prefers, else json',
    }),
  ),
};
export const CSV_HEADERS = {
  Accept: Type.Optional(Type.String({ description: `${JSON_TYPE} or ${CSV_TYPE}` })),
};

/** The same text may stand in a cell whatever it contains (RFC 4180). */
type CsvCell = string | number | boolean | null;

/** Lines of cells with their names above them. Empty cells are null. */
export function csvText(names: readonly string[], lines: readonly (readonly CsvCell[])[]): string {
  const written = [names, ...lines].map((cells) => cells.map(writeCell).join(','));
  return `${written.join('\r\n')}\r\n`;
}

function writeCell(cell: CsvCell): string {
  const text = cell === null ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The answer as CSV if that was asked for: also one that was given before as JSON. */
export function inAskedForm(
  { presentCsv }: Operation,
  request: OperationRequest,
  reply: AnyReply,
): AnyReply {
  if (presentCsv === undefined || reply.status !== OK || !isCsvAsked(request)) return reply;
  const headers = { ...reply.headers, 'Content-Type': contentTypeHeader(CSV_TYPE) };
  return { ...reply, headers, body: presentCsv(reply.body) };
}

function isCsvAsked({ query, headers }: OperationRequest): boolean {
  const format = isObject(query) ? query.format : undefined;
  if (typeof format === 'string') return format === 'csv';
  const accept = isObject(headers) ? headers.Accept : undefined;
  if (typeof accept !== 'string') return false;
  return new Negotiator({ headers: { accept } }).mediaType([JSON_TYPE, CSV_TYPE]) === CSV_TYPE;
}
