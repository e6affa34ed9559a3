import type { FieldProblem } from '../../errors.ts';
import { shownText } from '../../text/shown-text.ts';

/** Keys and values of one map feature, as a file has them. */
export type Tags = Readonly<Record<string, string>>;

/**
 * What a value means. `unknown`: nothing is stated. `text`: what is stated cannot be
 * understood for sure; the caller keeps the tag as it came and reports the problem.
 */
export type Reading<Value> =
  | { kind: 'read'; value: Value }
  | { kind: 'unknown' }
  | { kind: 'text'; problem: FieldProblem };

/** No value that people write by hand is longer; longer ones are kept without a look. */
const LENGTH_MAX = 200;
/** From `！` to `～`: the ASCII characters in the width of Chinese and Japanese ones. */
const FULL_WIDTH = /[！-～]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** The trimmed value of a tag; undefined when it is absent or empty. */
export function tagText(tags: Tags, key: string): string | undefined {
  const text = Object.hasOwn(tags, key) ? tags[key]?.trim() : undefined;
  return text === '' ? undefined : text;
}

/** A value in one spelling: usual digits and signs, single spaces. Undefined when too long. */
export function plainValue(text: string): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  return text
    .replaceAll(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The items of a list such as `bus; train`. */
export function listItems(text: string): string[] {
  return text.split(';').map((item) => item.trim());
}

export function asRead<Value>(value: Value): Reading<Value> {
  return { kind: 'read', value };
}

export function asUnknown(): { kind: 'unknown' } {
  return { kind: 'unknown' };
}

/** The problem quotes the value: `capacity: "3 ducks" is not a number of spaces`. */
export function asText(
  field: string,
  text: string,
  reason: string,
): { kind: 'text'; problem: FieldProblem } {
  return { kind: 'text', problem: { field, reason: `"${shownText(text)}" ${reason}` } };
}

/** Takes values from readings, and notes which of them were not understood. */
export function noteReader(before: readonly FieldProblem[] = []) {
  const notes = [...before];
  return {
    notes,
    /** undefined: nothing is stated, or nothing that is understood. */
    read<Value>(reading: Reading<Value>): Value | undefined {
      if (reading.kind === 'text') notes.push(reading.problem);
      return reading.kind === 'read' ? reading.value : undefined;
    },
  };
}
