import { stringify } from 'yaml';

const FORM = {
  // What occurs twice is written twice, as in JSON.
  aliasDuplicateObjects: false,
  // Texts are not broken into lines.
  lineWidth: 0,
  // Many readers know YAML 1.1 only: to it a plain `no` is false, and a plain time a date.
  version: '1.1',
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
} as const;

/** A JSON value as YAML that readers of every version take for the same value. */
export function toYaml(value: object): string {
  // What the declarations share is one object; JSON has no such thing.
  return stringify(JSON.parse(JSON.stringify(value)), FORM);
}
