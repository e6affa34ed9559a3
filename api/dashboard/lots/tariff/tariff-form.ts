import { DAYS, MAXIMUM_PERIODS } from '../../../../src/tariffs/tariff.ts';
import { type Html, html } from '../../../dress/html.ts';
import { box, choice, field, textArea } from '../../parts/field.ts';
import type { Refused } from '../../parts/refused.ts';
import type { Form } from '../../visit/form.ts';
import { type Kind, kindIn, maximumField, partCount, partField } from './tariff-values.ts';

type Typed = Readonly<{ form: Form; refused: Refused }>;

const NAMES: Readonly<Record<Kind, string>> = {
  plain: 'One rate',
  parts: 'Parts by day and hour',
  text: 'As the API takes it',
};
const PERIODS = {
  stay: 'A stay costs at most',
  calendar_day: 'A calendar day costs at most',
  '24h': 'Each 24 hours cost at most',
  week: 'Each 7 days cost at most',
  month: 'Each month costs at most',
} as const;

/** The fields of a rate: of three ways to state it the chosen one, then what holds for all. */
export function tariffFields(typed: Typed, currency: string, zone: string): Html {
  const { form, refused } = typed;
  const code = currency.toUpperCase();
  return html`<fieldset class="one-of"><legend>Prices, in ${code}</legend>
${alternative('plain', typed, plainFields(typed))}
${alternative('parts', typed, partsFields(typed))}
${alternative(
  'text',
  typed,
  textArea({
    ...{ name: 'text', label: 'Tariff, as JSON', value: form.text },
    hint: 'The member tariff of PUT rates: parts with dates or kinds of vehicles, too.',
    error: refused.fields.text,
  }),
)}
</fieldset>
<details class="card"${(form.dynamic ?? '') !== '' && html` open`}>
<summary>Rules that move the prices</summary>
${textArea({
  ...{ name: 'dynamic', label: 'Rules, as JSON', value: form.dynamic },
  hint: 'Empty: none. {"occupancy": {}} moves them with how full the lot is.',
  error: refused.fields.dynamic,
})}</details>
${field({
  ...{ name: 'effective_from', label: 'It begins to apply', type: 'datetime-local' },
  ...{ value: form.effective_from, error: refused.fields.effective_from },
  hint: `Time in ${zone}; left out: at once. Stays that have begun keep their rate.`,
})}`;
}

function alternative(kind: Kind, { form }: Typed, fields: Html): Html {
  return html`<div class="alternative"><div class="field tick"><input type="radio" name="kind"
id="kind-${kind}" value="${kind}"${kindIn(form) === kind && html` checked`}><label
for="kind-${kind}">${NAMES[kind]}</label></div>
<div>${fields}</div></div>
`;
}

/** A field of a number that may be left out. */
function numberField({ form, refused }: Typed, name: string, label: string, hint?: string): Html {
  return field({
    ...{ name, label, type: 'number', value: form[name], error: refused.fields[name] },
    ...(hint !== undefined && { hint }),
    more: html` min="0" step="any"`,
  });
}

function plainFields(typed: Typed): Html {
  return html`<div class="columns">
${numberField(typed, 'base_rate', 'Rate')}
${choice({ name: 'rate_unit', label: 'For', value: typed.form.rate_unit ?? 'hour' }, [
  ['hour', 'an hour'],
  ['day', 'a day'],
])}
${numberField(typed, 'billing_step_minutes', 'Paid by started steps of, in minutes')}
${numberField(typed, 'max_daily_rate', 'Most that 24 hours cost')}
${box('has_no_daily_max', 'No such limit', typed.form.has_no_daily_max !== undefined)}</div>`;
}

function partsFields(typed: Typed): Html {
  const { form } = typed;
  return html`<p class="hint">The first part that holds at a minute prices it.</p>
${Array.from({ length: partCount(form) }, (_, i) => partFields(typed, i))}
<div class="columns">
${MAXIMUM_PERIODS.map((per) => numberField(typed, maximumField(per), PERIODS[per]))}
${box('no_maxima', 'There is no maximum', form.no_maxima !== undefined)}
${numberField(typed, 'tariff.free_minutes', 'Free for stays of at most, in minutes')}
${box(
  'tariff.free_is_deducted',
  'Longer stays do not pay for these minutes either',
  form['tariff.free_is_deducted'] !== undefined,
)}
${numberField(typed, 'tariff.minimum_minutes', 'Paid at least, in minutes')}
${box(
  'tariff.otherwise',
  'When no part holds, nothing is sold',
  form['tariff.otherwise'] !== undefined,
)}</div>`;
}

function partFields(typed: Typed, i: number): Html {
  const { form, refused } = typed;
  const plain = (name: string, label: string, more?: Html) =>
    field({
      ...{ name: partField(i, name), label, value: form[partField(i, name)] },
      ...{ error: refused.fields[partField(i, name)], ...(more && { more }) },
    });
  return html`<fieldset><legend>Part ${i + 1}</legend>
<div class="columns">
${plain('name', 'Name')}
${plain('when.from', 'From', html` placeholder="08:00"`)}
${plain('when.to', 'To', html` placeholder="18:00"`)}
${numberField(typed, partField(i, 'flat'), 'Flat, each time it holds')}
${numberField(typed, partField(i, 'max'), 'At most, each time it holds')}</div>
<div class="row" role="group" aria-label="Days of part ${i + 1}; none ticked: all">${DAYS.map(
    (day) =>
      box(
        `${partField(i, 'when.days')}:${day}`,
        day,
        form[`${partField(i, 'when.days')}:${day}`] !== undefined,
      ),
  )}</div>
${textArea({
  ...{ name: partField(i, 'steps'), label: 'Or by the length of the stay, a line for each step' },
  hint: 'From minute, price, for so many minutes: 0, 2.50, 60. A fourth number: paid by steps of.',
  ...{ value: form[partField(i, 'steps')], error: refused.fields[partField(i, 'steps')] },
})}</fieldset>
`;
}
