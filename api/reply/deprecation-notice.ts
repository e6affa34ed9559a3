import type { Static, TSchema } from 'typebox';
import { oncePer } from '../../src/kit/cache/once-per.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { DEPRECATION_MARK } from '../../src/kit/web/document/annotations.ts';
import { isStreamed } from '../../src/kit/web/reply/body.ts';
import { essenceOf } from '../../src/kit/web/reply/content-type.ts';
import { isEvents } from '../../src/kit/web/reply/events.ts';
import { joinObjects } from '../../src/kit/web/reply/join-objects.ts';
import type { Operation } from '../operation.ts';
import type { AnyReply } from './declaration.ts';
import { type DeprecationNotice, type ShownDeprecation, showDeprecation } from './deprecation.ts';

const JSON_TYPE = 'application/json';

type Notice = Static<typeof DeprecationNotice>;
type Field = NonNullable<Notice['fields']>[number];

/** The deprecated fields of an operation's requests and of its answers. */
export const fieldsOf = oncePer(findFields);

/** Whether something of the operation will go. */
export function hasDeprecation(operation: Operation): boolean {
  return operation.deprecated !== undefined || fieldsOf(operation).length > 0;
}

/**
 * Whether answers say it as their member `_deprecation`. JSON of forms that others have defined,
 * such as GeoJSON, has no such member, and bytes with a tag of their own stay as they are.
 */
export function takesMember(contentType: string, headers: AnyReply['headers'] = {}): boolean {
  return contentType === JSON_TYPE && headers.ETag === undefined;
}

/**
 * The answer with what is deprecated of its operation: in the body, where that is a JSON object,
 * and in headers. `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) are about the whole operation,
 * so fields that will go have a link only. `params` are those of the call's path.
 */
export function withDeprecation(
  reply: AnyReply,
  operation: Operation,
  { params, baseUrl }: { params: Readonly<Record<string, unknown>>; baseUrl: string },
): AnyReply {
  if (!hasDeprecation(operation)) return reply;
  const own = operation.deprecated && showDeprecation(operation.deprecated);
  const successor = own?.successor ? baseUrl + filled(own.successor, params) : null;
  const fields = fieldsOf(operation).map((one) => ({ ...one, docs: baseUrl + one.docs }));
  const notice: Notice = {
    ...(own && { ...own, successor, docs: baseUrl + own.docs }),
    ...(fields.length > 0 && { fields }),
  };
  return { ...reply, headers: headersWith(reply, notice), body: bodyWith(reply, notice) };
}

/** The path with the parameters of the call in it, as far as they have the same names. */
function filled(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (all, name) => {
    const value = params[name];
    return typeof value === 'string' ? encodeURIComponent(value.toWellFormed()) : all;
  });
}

function headersWith(
  { headers = {} }: AnyReply,
  { deprecated_at, sunset_at, successor, docs, fields = [] }: Notice,
): Record<string, string> {
  const pages = new Set([...(docs === undefined ? [] : [docs]), ...fields.map((one) => one.docs)]);
  // What still has a parameter in it is no address.
  const isAddress = typeof successor === 'string' && !successor.includes('{');
  const links = [
    ...(headers.Link === undefined ? [] : [headers.Link]),
    ...[...pages].map((page) => `<${page}>; rel="deprecation"; type="text/markdown"`),
    ...(isAddress ? [`<${successor}>; rel="successor-version"`] : []),
  ];
  return {
    ...headers,
    ...(deprecated_at !== undefined && { Deprecation: `@${Date.parse(deprecated_at) / 1_000}` }),
    ...(sunset_at !== undefined && { Sunset: new Date(sunset_at).toUTCString() }),
    Link: links.join(', '),
  };
}

function bodyWith({ body, headers = {} }: AnyReply, notice: Notice): unknown {
  const type = essenceOf(headers['Content-Type'] ?? JSON_TYPE);
  if (!takesMember(type, headers)) return body;
  const member = { _deprecation: notice };
  if (body instanceof Uint8Array) {
    const text = Buffer.from(body).toString();
    // Not a list, nor an object without a member.
    if (!text.startsWith('{"')) return body;
    return Buffer.from(joinObjects(text, JSON.stringify(member)));
  }
  const isPlain = isObject(body) && !isStreamed(body) && !isEvents(body);
  return isPlain ? { ...body, ...member } : body;
}

function findFields({ params, query, headers, body, responses }: Operation): Field[] {
  const answers = Object.values(responses).flatMap(({ schema, alternatives = {} }) => [
    ...(schema ? [schema] : []),
    ...Object.values(alternatives),
  ]);
  const found = [
    ...fieldsIn('path', params),
    ...fieldsIn('query', query),
    ...fieldsIn('header', headers),
    ...fieldsIn('body', body),
    ...answers.flatMap((answer) => fieldsIn('answer', answer)),
  ];
  // The objects of a choice may share a field.
  return [...new Map(found.map((one) => [`${one.in} ${one.field}`, one])).values()];
}

function fieldsIn(place: Field['in'], schema: TSchema | undefined): Field[] {
  return walk('', schema).map((one) => ({ ...one, in: place }));
}

function walk(at: string, schema: unknown): Omit<Field, 'in'>[] {
  if (!isObject(schema)) return [];
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  const inside = [
    ...Object.entries(properties as object).map(([name, one]) => [name, one] as const),
    ...Object.values(patternProperties as object).map((one) => ['*', one] as const),
  ];
  const mark = schema[DEPRECATION_MARK];
  return [
    ...(isObject(mark) ? [{ field: at, ...(mark as ShownDeprecation) }] : []),
    ...inside.flatMap(([name, one]) => walk(at === '' ? name : `${at}.${name}`, one)),
    ...walk(`${at}[]`, items),
    ...(anyOf as unknown[]).flatMap((one) => walk(at, one)),
  ];
}
