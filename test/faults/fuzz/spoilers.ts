import type { Operation } from '../../../api/operation.ts';
import { extremesOf, toText } from '../../api/extreme-values.ts';
import { fieldsOf, schemaOf, withValue } from '../../api/request-fields.ts';
import type { Random } from '../../stage/random.ts';
import type { ListSchema } from './any-value.ts';

/** A request that can be sent, in the parts that its operation declares. */
export type Parts = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
};

/** As it is sent. */
export type Sent = {
  path: string;
  headers: Record<string, string | string[]>;
  raw: string | undefined;
};

const DEPTHS = [10, 31, 32, 33, 1_000];
const STRANGE = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'x',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  '\u0000',
  '\ud800',
];
const NAMES = ['x', '', '__proto__', 'constructor', 'a.b', 'Plate', 'é', 'id', 'toString', '0'];

function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Every object and array in a value, the value itself first. */
function containersIn(value: unknown): object[] {
  const found: object[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    found.push(one);
    left.push(...Object.values(one));
  }
  return found;
}

type Spoiler = (random: Random, operation: Operation, parts: Parts) => Parts;

/** One change to the request that its schemas can notice. */
export const SPOILERS: Record<string, Spoiler> = {
  extreme(random, operation, parts) {
    const fields = fieldsOf(operation);
    if (fields.length === 0) return parts;
    const { root, path, schema } = random.pick(fields);
    const value = random.pick(extremesOf(schema));
    const whole = schemaOf(operation, root) ?? {};
    return { ...parts, [root]: withValue(whole, parts[root], path, value) };
  },
  strange: (random, _operation, parts) => changed(random, parts, () => random.pick(STRANGE)),
  deep: (random, _operation, parts) => changed(random, parts, () => deep(random.pick(DEPTHS))),
  missing: (random, _operation, parts) => changed(random, parts, () => undefined),
  unknown(random, _operation, parts) {
    const copy = structuredClone(parts);
    const found = containersIn([copy.body, copy.query]).filter((one) => !Array.isArray(one));
    define(random.pick(found), random.pick(NAMES), random.pick(STRANGE));
    return copy;
  },
  crowded(random, operation, parts) {
    const copy = structuredClone(parts);
    const lists = containersIn(copy.body).filter(Array.isArray);
    if (lists.length === 0) return copy;
    const list: unknown[] = random.pick(lists);
    const most = mostItemsOf(schemaOf(operation, 'body') ?? {});
    const count = random.pick([0, most, most + 1]);
    list.splice(0, list.length, ...Array.from({ length: count }, () => list[0] ?? 1));
    return copy;
  },
  whole: (random, _operation, parts) => ({ ...parts, body: random.pick(STRANGE) }),
};

/** Defines a member of its own, even with a name that is special in JavaScript. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}

function changed(random: Random, parts: Parts, value: () => unknown): Parts {
  const copy = structuredClone(parts);
  const places = containersIn([copy.body, copy.query]).flatMap((one) =>
    Object.keys(one).map((name) => ({ one, name })),
  );
  if (places.length === 0) return copy;
  const { one, name } = random.pick(places);
  Object.assign(one, { [name]: value() });
  return copy;
}

function mostItemsOf(schema: ListSchema): number {
  const inner = [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
  return schema.maxItems ?? Math.max(3, ...inner.map(mostItemsOf));
}

/** The address of a request, with each parameter as often as it appears in `query`. */
export function addressIn(path: string, query: Parts['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encode(name)}=${encode(one)}`),
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

export function encode(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : toText(value);
  return encodeURIComponent(text.toWellFormed());
}

type Twist = (random: Random, sent: Sent) => Sent;
const withHeader =
  (name: string, ...values: string[]): Twist =>
  (random, sent) => ({ ...sent, headers: { ...sent.headers, [name]: random.pick(values) } });
const onBody =
  (change: (raw: string, random: Random) => string): Twist =>
  (random, sent) => ({
    ...sent,
    raw: sent.raw === undefined ? undefined : change(sent.raw, random),
  });

/** One change to the bytes that are sent. */
export const TWISTS: Record<string, Twist> = {
  type: withHeader(
    'content-type',
    ...['text/plain', 'application/json; charset=latin1', 'application/xml', 'application/json;'],
    ...['application/geo+json', 'application/x-ndjson', 'multipart/form-data; boundary=x', '/'],
  ),
  encoding: withHeader('content-encoding', 'gzip', 'br', 'identity', 'zstd', 'gzip, gzip'),
  accept: withHeader('accept', 'text/html', '*/*;q=0', 'application/xml', '', ','),
  acceptEncoding: withHeader('accept-encoding', 'br;q=0', 'gzip;q=2', '*', 'identity;q=0', 'br,'),
  match: withHeader('if-none-match', '*', '""', 'W/"x"', '"', 'x'.repeat(2_000), '"a", "b"'),
  idempotency: withHeader('idempotency-key', '', ' ', 'é', 'x'.repeat(255), 'x'.repeat(256), '"a"'),
  agent: withHeader('x-agent-platform', '', 'x', 'é', 'a,b', 'x'.repeat(5_000)),
  endUser: withHeader('x-end-user-id', '', 'x', 'é', 'x'.repeat(5_000)),
  range: withHeader('range', 'bytes=0-1', 'bytes=-', 'lines=1'),
  twice: (random, sent) => {
    const [path = '', query = ''] = sent.path.split('?');
    const one = random.pick(query.split('&'));
    return { ...sent, path: `${path}?${query}&${one}&${one.replace('=', '[]=')}` };
  },
  query: (random, sent) => {
    const more = random.pick([
      '%',
      '%ff=1',
      '&&&',
      '=',
      'a[b][c]=1',
      '?',
      '__proto__=1',
      '%00=%00',
    ]);
    return { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${more}` };
  },
  cut: onBody((raw, random) => raw.slice(0, random.integer(0, raw.length))),
  mark: onBody((raw) => `\ufeff${raw}`),
  tail: onBody((raw, random) => raw + random.pick(['}', ' ', '\n\n', 'null', '\u0000'])),
  number: onBody((raw, random) =>
    raw.replace(
      /-?\d+(\.\d+)?/,
      random.pick(['1e999', '-0', '1E-400', '01', '0x1', '1e5', '9'.repeat(400)]),
    ),
  ),
  escaped: onBody((raw, random) =>
    raw.replace(
      /:"/,
      `:"${random.pick(['\\u0000', '\\ud800', '\\udc00\\ud800', '\\x', '\\u202e'])}`,
    ),
  ),
  doubled: onBody((raw) => raw.replace(/^\{("\w+":)/, '{$1null,$1')),
  empty: onBody(() => ''),
};
