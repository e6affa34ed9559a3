import type { TObject } from 'typebox';
import type { Call, CallHeaders } from '../input/call.ts';
import type { Tool } from './tool.ts';
import { KEY_ARGUMENT } from './tool-schemas.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** The parts of a call that its tool's arguments give. */
type Given = Pick<Call, 'params' | 'query' | 'headers' | 'body'>;
type Pair = readonly [name: string, value: unknown];

const KEY_HEADER = 'idempotency-key';

/**
 * The arguments as the parts of the operation's call. Nothing is checked here: the operation
 * refuses what it would refuse over HTTP. `headers` are passed on; `keyOnce` makes the key of a
 * write that has none, and is asked only once the call is let through.
 */
export function toolCall(
  { operation, takesKey }: Tool,
  sent: ToolArguments,
  headers: CallHeaders,
  keyOnce: (() => Promise<string>) | undefined,
): Given {
  const { body } = operation;
  const isKey = ([name]: Pair) => takesKey && name === KEY_ARGUMENT;
  const isParam = ([name]: Pair) => has(operation.params, name);
  const isQuery = ([name]: Pair) => body === undefined || has(operation.query, name);
  const pairs = Object.entries(sent);
  const key = pairs.find(isKey)?.[1] ?? undefined;
  const others = pairs.filter((pair) => !isKey(pair));
  const rest = others.filter((pair) => !isParam(pair));
  const lines = { ...headers, ...(key !== undefined && { [KEY_HEADER]: linesOf(key) }) };
  const read = async () => {
    if (key === undefined && keyOnce !== undefined) lines[KEY_HEADER] = [await keyOnce()];
    return Buffer.from(JSON.stringify(Object.fromEntries(rest.filter((pair) => !isQuery(pair)))));
  };
  return {
    params: textsOf(others.filter(isParam)),
    query: textsOf(rest.filter(isQuery)),
    headers: lines,
    body: body === undefined ? undefined : { contentType: 'application/json', read },
  };
}

function has(schema: TObject | undefined, name: string): boolean {
  return schema !== undefined && Object.hasOwn(schema.properties, name);
}

/** What is no text stays a list without a line, which no header may be. */
function linesOf(key: unknown): string[] {
  return typeof key === 'string' ? [key] : [];
}

/**
 * As a URL would carry them: `true` is no number there, and null, which says as much as leaving the
 * argument out, no zero.
 */
function textsOf(pairs: readonly Pair[]): Record<string, unknown> {
  const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';
  return Object.fromEntries(
    pairs
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isScalar(value) ? String(value) : value]),
  );
}
