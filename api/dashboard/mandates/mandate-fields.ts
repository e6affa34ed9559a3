import { type Html, html } from '../../dress/html.ts';
import { box, field } from '../parts/field.ts';
import type { Refused } from '../parts/refused.ts';
import { type Form, maybe } from '../visit/form.ts';

const AMOUNTS = [
  ['max_per_stay', 'a stay'],
  ['max_per_day', 'a day'],
  ['max_per_month', 'a month'],
] as const;
const AREA = ['lat', 'lng', 'radius_km'] as const;
const TEXTS = ['currency', 'hours', 'timezone'] as const;

/**
 * What is asked for in the fields of a mandate, which are called as those of the body; undefined
 * where all of them are empty.
 */
export function mandateOf(form: Form): Record<string, unknown> | undefined {
  const read = (name: string) => maybe(form, `mandate.${name}`);
  const lotIds = read('lot_ids')?.split(/[\s,;]+/);
  const area = stated(AREA.map((name) => [name, figure(read(`area.${name}`))]));
  const rules = stated([
    ...AMOUNTS.map(([name]) => [name, figure(read(name))] as const),
    ...TEXTS.map((name) => [name, read(name)] as const),
    ['lot_ids', lotIds],
    ['area', Object.keys(area).length > 0 ? area : undefined],
    ['needs_activation', form['mandate.needs_activation'] === undefined ? undefined : true],
  ]);
  return Object.keys(rules).length > 0 ? rules : undefined;
}

function stated(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** A number, or the text that is none, so that the call is refused for it. */
export function figure(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The fields, as they were typed. */
export function mandateFields(form: Form, wrong: Refused['fields']): Html {
  const one = (name: string, label: string, hint?: string, more = html` inputmode="decimal"`) => {
    const [id, error] = [`mandate.${name}`, wrong[`mandate.${name}`]];
    return field({ name: id, label, value: form[id], error, more, ...(hint && { hint }) });
  };
  const text = html``;
  return html`<p>What the key may spend on parking, where and when. It never changes: for another
one, make another key.</p>
<div class="boxes">
${AMOUNTS.map(([name, per]) => one(name, `At most ${per}`))}
${one('currency', 'In the currency', 'Such as eur; needed with an amount', text)}
</div>
${one('lot_ids', 'Only at these lots', 'Their ids, with spaces between them', text)}
<div class="boxes">
${one('area.lat', 'Only around this latitude')}
${one('area.lng', 'and this longitude')}
${one('area.radius_km', 'within so many km')}
</div>
<div class="boxes">
${one('hours', 'Only at these hours', 'Such as Mo-Fr 07:00-19:00', text)}
${one('timezone', 'By the clock of', 'Such as Europe/Paris; UTC unless given', text)}
</div>
${box(
  'mandate.needs_activation',
  'It may only hold: another key begins the stays',
  form['mandate.needs_activation'] !== undefined,
)}`;
}
