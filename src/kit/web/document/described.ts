import { isObject } from '../../is-object.ts';

export type Json = { [name: string]: unknown };

/** An operation as the OpenAPI document describes it. */
type Described = Json & { operationId: string; summary: string; tags: string[] };

/** An operation with its place in the OpenAPI document. */
export type Placed = { path: string; method: string; operation: Described };

/** The operations of an OpenAPI document, in its order. */
export function operationsOf(openApi: Readonly<Json>): Placed[] {
  const paths = openApi.paths as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** What a reference of the document names, or the value itself. Throws when it names nothing. */
export function followIn(openApi: Readonly<Json>, value: unknown): Json {
  if (!isObject(value)) throw new Error(`no part of an OpenAPI document: ${value}`);
  if (typeof value.$ref !== 'string') return value;
  const [, ...steps] = value.$ref.split('/');
  return followIn(
    openApi,
    steps.reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), openApi),
  );
}
