import type { KnownNames } from './parameters.ts';
import { Refusal } from './refusal.ts';

export type Form = { [name: string]: string | Form };

/** `transfer_data[destination]=a` as `{ transfer_data: { destination: 'a' } }`. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = path.split(/\]?\[|\]$/).filter((part) => part !== '');
    let inside = form;
    let name = first;
    for (const next of rest) {
      const under = inside[name];
      inside[name] = typeof under === 'object' ? under : {};
      inside = inside[name] as Form;
      name = next;
    }
    inside[name] = value;
  }
  return form;
}

export function refuseUnknown(form: Form, known: KnownNames, under = ''): void {
  for (const [name, value] of Object.entries(form)) {
    const path = under === '' ? name : `${under}[${name}]`;
    const names = Object.hasOwn(known, name) ? known[name] : undefined;
    if (names === undefined)
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        param: path,
        message: `Received unknown parameter: ${path}`,
      });
    if (typeof value === 'object' && names !== true) refuseUnknown(value, names, path);
  }
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number that is not negative; undefined where it is left out. */
export function amountOf(form: Form, name: string): number | undefined {
  const value = textOf(form, name);
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  throw invalid('parameter_invalid_integer', `Invalid integer: ${value}`, name);
}

export function metadataOf(form: Form): Record<string, string> {
  const { metadata } = form;
  return typeof metadata === 'object' ? (metadata as Record<string, string>) : {};
}

export function invalid(code: string, message: string, param?: string): Refusal {
  const where = param === undefined ? {} : { param };
  return new Refusal(400, { type: 'invalid_request_error', code, message, ...where });
}
