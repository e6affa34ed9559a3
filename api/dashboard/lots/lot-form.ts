import { badField } from '../../../src/kit/errors.ts';
import { isObject } from '../../../src/kit/is-object.ts';
import { type Html, html } from '../../dress/html.ts';
import { box, choice, field, textArea } from '../parts/field.ts';
import type { Refused } from '../parts/refused.ts';
import type { Form } from '../visit/form.ts';
import type { LotField, NEW_LOT } from './form-fields.ts';

type Groups = typeof NEW_LOT;
/** The texts of the fields by name; a flag is `on` or empty. */
export type Values = Readonly<Record<string, string>>;

/** What a new lot has that states nothing else. */
const INITIAL: Values = {
  status: 'active',
  is_listed: 'on',
  availability_shown: 'exact',
  rate_unit: 'hour',
};

/** Under which name a form sends what its fields were when it was shown. */
const WAS = 'was';

const fieldsOf = (groups: Groups) => groups.flatMap(({ fields }) => fields);

/** The texts of a lot's fields; of a new one without `lot`. */
export function valuesOf(groups: Groups, lot?: object): Values {
  if (lot === undefined) return INITIAL;
  return Object.fromEntries(
    fieldsOf(groups).map(({ name }) => [name, textOf(memberOf(lot, name))]),
  );
}

function memberOf(lot: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), lot);
}

function textOf(value: unknown): string {
  if (value == null || value === false) return '';
  if (value === true) return 'on';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** The texts that a form sent. */
export function typedIn(groups: Groups, form: Form): Values {
  return Object.fromEntries(fieldsOf(groups).map(({ name }) => [name, form[name]?.trim() ?? '']));
}

/**
 * The members of a body for the fields that were changed since the form was shown, so that nobody
 * takes back what others changed meanwhile. Errors: BAD_REQUEST naming a field that is empty and
 * cannot be.
 */
export function bodyOf(groups: Groups, form: Form): Record<string, unknown> {
  const [was, typed] = [wasIn(form), typedIn(groups, form)];
  const body: Record<string, unknown> = {};
  for (const one of fieldsOf(groups)) {
    const text = typed[one.name] ?? '';
    if (text === (was[one.name] ?? '')) continue;
    const [member = '', inner] = one.name.split('.');
    const value = memberValue(one, text);
    body[member] = inner === undefined ? value : { ...(body[member] ?? {}), [inner]: value };
  }
  return body;
}

export function wasIn(form: Form): Values {
  try {
    const was: unknown = JSON.parse(form[WAS] ?? '{}');
    if (isObject(was)) return was as Values;
  } catch {
    // Below.
  }
  throw badField(WAS, 'is not what the page sends: open it again');
}

function memberValue({ name, kind, isNullable }: LotField, text: string): unknown {
  if (kind === 'flag') return text !== '';
  if (kind === 'texts') return partsOf(text);
  if (kind === 'numbers') return partsOf(text).map(numberOf);
  if (text === '' && !isNullable) throw badField(name, 'cannot be empty');
  if (text === '') return null;
  return kind === 'number' ? numberOf(text) : text;
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What is no number stays a text, which the API refuses in its own words. */
function numberOf(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** The name of the field in which a member of the body was typed: `features.0` in `features`. */
export function fieldOf(groups: Groups) {
  const names = fieldsOf(groups).map(({ name }) => name);
  return (member: string): string =>
    names.find((name) => member === name || member.startsWith(`${name}.`)) ?? member;
}

/** The fields in their groups. */
export function lotFields(
  groups: Groups,
  { values, was, refused }: { values: Values; was: Values; refused: Refused },
): Html {
  return html`<input type="hidden" name="${WAS}" value="${JSON.stringify(was)}">
${groups.map(({ title, isFolded, fields }) => {
  const shown = fields.map((one) => lotField(one, values[one.name] ?? '', refused));
  const isWrong = fields.some(({ name }) => refused.fields[name] !== undefined);
  return isFolded
    ? html`<details class="card"${isWrong && html` open`}><summary>${title}</summary>
<div class="columns">${shown}</div></details>`
    : html`<fieldset><legend>${title}</legend><div class="columns">${shown}</div></fieldset>`;
})}`;
}

function lotField(one: LotField, value: string, refused: Refused): Html {
  const { name, label, hint, kind = 'text', options = [], isRequired } = one;
  const shown = { name, label, value, error: refused.fields[name], ...(hint && { hint }) };
  if (kind === 'flag')
    return box(name, hint === undefined ? label : `${label}. ${hint}`, value !== '');
  if (kind === 'choice') return choice(shown, options);
  if (kind === 'long') return textArea(shown);
  return field({
    ...shown,
    ...(kind === 'number' && { type: 'number', more: html` step="any"` }),
    ...(isRequired && { isRequired }),
  });
}
