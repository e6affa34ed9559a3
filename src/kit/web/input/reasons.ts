import type { ErrorObject } from 'ajv/dist/2020.js';
import { counted } from '../../text/counted.ts';
import { TOO_LARGE } from './values.ts';

/** The reason to show for a text that does not match a pattern. */
const PATTERN_REASONS: Readonly<Record<string, string>> = {
  '^[A-Za-z]{2}$': 'must be two letters, such as US',
  '^[A-Za-z]{3}$': 'must be three letters, such as USD',
  '^[\\x20-\\x7e]+$': 'must be printable ASCII characters',
  '^[\\x21-\\x7e]+$': 'must be visible ASCII characters, without spaces',
  '^[A-Za-z0-9_-]{43}$': 'must be the whole text at the end of the link, 43 characters',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'must be a time such as 08:30',
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': 'must be a time such as 18:00, or 24:00',
  '^\\d{4}-\\d{2}-\\d{2}$': 'must be a day such as 2026-06-01',
  '^(19[789]|20\\d|21\\d)\\d-(0[1-9]|1[0-2])$': 'must be a month such as 2026-11',
};

const FORMAT_REASONS: Readonly<Record<string, string>> = {
  date: 'must be a day such as 2027-01-31',
  'date-time': 'must be an instant with its zone, such as 2027-01-31T09:00:00Z',
  email: 'must be an e-mail address',
  uuid: 'must be a UUID, such as 0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
};

type Say = (params: ErrorObject['params'], error: ErrorObject) => string;

/** One sentence per schema keyword; it continues after the name of the field. */
const SENTENCES: Readonly<Record<string, Say>> = {
  required: () => 'is required',
  additionalProperties: () => 'is not known here',
  type: ({ type }, { data }) =>
    data === Infinity || data === -Infinity
      ? TOO_LARGE
      : `must be ${oneOf([type].flat())}${data === null ? ', not null' : ''}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  minLength: ({ limit }) => atLeast(limit, 'character'),
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  pattern: ({ pattern }) => PATTERN_REASONS[pattern] ?? `must be as in ${pattern}`,
  format: ({ format }) => FORMAT_REASONS[format] ?? `must be a ${format}`,
  formatMinimum: ({ limit }) => `must not be before ${limit}`,
  formatMaximum: ({ limit }) => `must not be after ${limit}`,
  formatExclusiveMinimum: ({ limit }) => `must be after ${limit}`,
  formatExclusiveMaximum: ({ limit }) => `must be before ${limit}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  minItems: ({ limit }) => atLeast(limit, 'item'),
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  uniqueItems: ({ i, j }) =>
    `must not say the same twice: items ${Math.min(i, j) + 1} and ${Math.max(i, j) + 1} are equal`,
  minProperties: ({ limit }) => atLeast(limit, 'member'),
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'member')}`,
};

/** Whether this keyword has a sentence. Request schemas may use only such keywords. */
export function hasSentence(keyword: string): boolean {
  return keyword in SENTENCES;
}

/** Whether this pattern or format has a reason of its own. */
export function isDescribed(patternOrFormat: string): boolean {
  return patternOrFormat in PATTERN_REASONS || patternOrFormat in FORMAT_REASONS;
}

/** What is wrong with a field, as a phrase that follows its name. */
export function reasonOf(error: ErrorObject): string {
  const say = SENTENCES[error.keyword];
  return say === undefined ? 'is not valid' : say(error.params, error);
}

/** Types as words: `a string`, `an array or an object`, `a string, a number or null`. */
export function oneOf(types: readonly string[]): string {
  const named = types.map(withArticle);
  const last = named.at(-1) ?? '';
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} or ${last}`;
}

function atLeast(limit: number, thing: string): string {
  return limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, thing)}`;
}

function withArticle(type: string): string {
  return type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
