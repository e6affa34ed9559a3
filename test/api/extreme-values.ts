import type { Schema } from './request-fields.ts';

/**
 * Stands for a number that is sent as exactly these digits: JavaScript writes none as -0, as 1e309
 * or with thirty digits.
 */
const written = (digits: string) => `@${digits}@`;

/** JSON in which such numbers are written with their digits. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@([^"@]*)@"/g, '$1');
}

/** The same value as text in a URL. */
export function toText(value: unknown): string {
  return String(value).replace(/^@(.*)@$/, '$1');
}

const NUMBERS = [
  '0',
  '-0',
  '5e-324',
  '-5e-324',
  '1e-320',
  '0.1234567890123456789',
  '1000000000000000',
  '9007199254740993',
  '123456789012345678901234567890',
  '1e308',
  '-1e308',
  '1e309',
].map(written);

const INSTANTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
  '2000-02-29T24:00:00Z',
  '2027-01-01T00:00:00.123456789123456789Z',
  '2027-01-01T00:00:00+23:59',
  '2199-12-31T23:59:59.999Z',
  '2199-12-31T23:59:59-23:59',
  '2200-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '275760-09-13T00:00:00Z',
  '+275760-09-13T00:00:00Z',
];

/**
 * Characters of one to four bytes (some grow by normalisation), a lone surrogate, and NUL.
 */
const CHARACTERS = ['x', "'", 'é', '\u0301', '㌖', '𝐀', '\ud800', '\0'];
const TEXTS = ['', 'NaN', '-0', '5e-324', '1e308', written('1e308')];

/**
 * `㌖` and 87 more characters each stand for a word, and normalisation turns them into its letters.
 */
const SQUARED = { first: 0x3300, count: 88 };

/** A text of this many UTF-16 units. If made of squared words, it repeats as little as possible. */
export function textOf(character: string, length: number): string {
  const one = (i: number) =>
    SQUARED.first + ((Math.imul(i + 1, 2_654_435_761) >>> 7) % SQUARED.count);
  return character === '㌖'
    ? String.fromCodePoint(...Array.from({ length }, (_, i) => one(i)))
    : character.repeat(length).slice(0, length);
}

/**
 * Values to send in a field of this schema: its bounds, values just outside them, and hostile ones.
 */
export function extremesOf(schema: Schema): unknown[] {
  switch (schema.type) {
    case 'number':
    case 'integer':
      return [...boundsOf(schema), ...beyondOf(schema), ...NUMBERS, 'NaN', '1', null, [], {}];
    case 'string':
      return schema.format === 'date-time'
        ? [...INSTANTS, ...TEXTS]
        : [...longestOf(schema), ...TEXTS];
    default:
      return ['NaN', written('1e308'), written('-0'), null, [], {}];
  }
}

function boundsOf(schema: Schema): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum];
  return bounds.filter((bound) => bound !== undefined);
}

/** Numbers that the schema itself refuses. */
export function beyondOf({ type, minimum, maximum, exclusiveMinimum }: Schema): number[] {
  const step = (bound: number) =>
    type === 'integer' ? 1 : Math.max(1e-7, Math.abs(bound) * 1e-15);
  return [
    ...(minimum === undefined ? [] : [minimum - step(minimum)]),
    ...(maximum === undefined ? [] : [maximum + step(maximum)]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum]),
  ];
}

/** The length for schemas without a maximum: about the longest path. */
const LENGTH_MAX = 4_000;

function longestOf({ maxLength }: Schema): string[] {
  const length = maxLength ?? LENGTH_MAX;
  return [...CHARACTERS.map((one) => textOf(one, length)), textOf('x', length + 1)];
}
