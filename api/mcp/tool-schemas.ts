import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { TSchema } from 'typebox';
import { isObject } from '../../src/kit/is-object.ts';
import type { Operation } from '../operation.ts';

type ObjectSchema = ListedTool['inputSchema'];
type Properties = NonNullable<ObjectSchema['properties']>;
type Members = Readonly<{ [name: string]: unknown }>;

/** The name of the argument that stands for the header Idempotency-Key. */
export const KEY_ARGUMENT = 'idempotency_key';

const KEY_DESCRIPTION =
  'Leave it out, and the same call within a minute is one call. Give a key of your own when you ' +
  'may repeat the call later, or when you want the same thing a second time at once.';

/**
 * The arguments of a tool: the operation's path, query and body in one closed object, and its
 * Idempotency-Key as `idempotency_key`, which is never required.
 */
export function inputSchemaOf({ params, query, body, headers }: Operation): ObjectSchema {
  const parts = [params, query, body].map(plain);
  const key = headers?.properties['Idempotency-Key'];
  const properties: Properties = Object.assign(
    {},
    ...parts.map((part) => membersOf(part.properties)),
  );
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  if (key !== undefined) properties[KEY_ARGUMENT] = { ...plain(key), description: KEY_DESCRIPTION };
  const names = required.map(String).filter((name) => name !== KEY_ARGUMENT);
  return {
    type: 'object',
    properties,
    ...(names.length > 0 && { required: names }),
    additionalProperties: false,
  };
}

/** Plain JSON Schema, without the words that only the OpenAPI document has. */
function plain(schema: TSchema | undefined): Members {
  const isLeftOut = (name: string) => name.startsWith('x-') || ['$id', 'examples'].includes(name);
  return JSON.parse(JSON.stringify(schema ?? {}), (name, value: unknown) =>
    isLeftOut(name) ? undefined : value,
  );
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}
