import { textOf } from '../../api/extreme-values.ts';
import type { Schema } from '../../api/request-fields.ts';
import type { Random } from '../../stage/random.ts';

/** With the only bound that no value of a field has. */
export type ListSchema = Schema & { maxItems?: number };

const DAY_MS = 86_400_000;
const ITEMS_MAX = 6;
const LETTERS = ['a', 'Z', '7', ' ', '-', "'", '"', '\\', '%', ';', 'é', 'ß', '漢', '🅿️', '\u202e'];
/** Likely values of a field with this name, such as real callers send. */
const KNOWN: Record<string, readonly unknown[]> = {
  intent: [
    'now for an hour',
    'covered, Cedar Street Garage, tomorrow 9 to 17, plate NE 4821, under $40 in total',
    'two spaces near Main Street from 8pm until midnight',
    'parking',
  ],
  opening_hours: ['24/7', 'Mo-Fr 08:00-18:00', 'Mo-Su,PH 05:00-24:00', 'sunrise-sunset', 'off'],
  timezone: ['America/Chicago', 'Asia/Kathmandu', 'UTC', 'Mars/Olympus'],
  country: ['US', 'jp', 'ZZ', null],
  currency: ['usd', 'JPY', 'kwd', 'zzz'],
  vin: ['1M8GDM9AXKP042788', '1M8GDM9AXKP042789'],
  bbox: ['-100,41,-99,42', '170,-10,-170,10', '0,0,0,0', '1,2,3'],
  cursor: ['x', 'eyJpZCI6IjEifQ', `${'A'.repeat(60)}=`],
  driver_email: ['a@example.org', 'ü@example.org', '"a b"@example.org'],
};

/** A random value of the schema; sometimes at its bounds. */
export function anyValue(random: Random, schema: Schema, name = ''): unknown {
  if (schema.anyOf !== undefined) return anyValue(random, random.pick(schema.anyOf), name);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const known = KNOWN[name];
  if (known !== undefined && random.next() < 0.7) return random.pick(known);
  switch (schema.type) {
    case 'object':
      return anyObject(random, schema);
    case 'array':
      return anyArray(random, schema);
    case 'number':
    case 'integer':
      return anyNumber(random, schema);
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    case 'string':
      return anyText(random, schema, name);
    default:
      return random.pick<unknown>([null, 0, 'x', [], {}, [[1]], { a: { b: 'c' } }]);
  }
}

function anyObject(random: Random, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const named = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.next() < 0.4)
    .map(([name, one]) => [name, anyValue(random, one, name)]);
  const more =
    typeof others === 'object'
      ? Array.from({ length: random.integer(0, 20) }, (_, i) => [
          `${random.pick(LETTERS)}${i}`,
          anyValue(random, others),
        ])
      : [];
  return Object.fromEntries([...named, ...more]);
}

function anyArray(random: Random, { items = {}, minItems = 0, maxItems }: ListSchema): unknown[] {
  const most = maxItems ?? ITEMS_MAX;
  const length = random.next() < 0.1 ? most : random.integer(minItems, Math.min(most, ITEMS_MAX));
  return Array.from({ length }, () => anyValue(random, items));
}

function anyNumber(random: Random, schema: Schema): number {
  const { minimum = schema.exclusiveMinimum ?? 0, maximum = minimum + 1_000 } = schema;
  if (random.next() < 0.2) return random.pick([minimum, maximum]);
  if (schema.type === 'integer') return random.integer(minimum, maximum);
  const digits = random.pick([0, 2, 7]);
  return Number((minimum + random.next() * (maximum - minimum)).toFixed(digits));
}

function anyText(random: Random, schema: Schema, name: string): string {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema;
  if (format === 'date-time') return anyInstant(random);
  if (format === 'date') return anyInstant(random).slice(0, 'yyyy-mm-dd'.length);
  if (format === 'uuid') return '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40';
  if (format === 'email') return 'someone@example.org';
  if (pattern?.includes('A-Za-z') || name === 'plate')
    return textOf(random.pick(['A', 'k', 'X7']), random.integer(2, 12));
  if (random.next() < 0.1) return textOf(random.pick(LETTERS), maxLength);
  const length = random.integer(minLength, Math.min(maxLength, 40));
  return Array.from({ length }, () => random.pick(LETTERS))
    .join('')
    .slice(0, maxLength);
}

function anyInstant(random: Random): string {
  const days = random.pick([-400, -1, 0, 0.01, 0.1, 1, 7, 29, 31, 365, 500]);
  const at = new Date(Date.now() + (days + random.next() / 10) * DAY_MS).toISOString();
  return random.pick([at, at.replace('Z', '+05:45'), at.replace(/\.\d+Z$/, 'z')]);
}
