import { type Html, html } from '../../dress/html.ts';
import type { ReceiptShape } from '../../v1/sessions/receipt-shape.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { amount } from '../parts/amount.ts';
import { field } from '../parts/field.ts';
import type { Refused } from '../parts/refused.ts';
import { typedName } from '../parts/typed-name.ts';
import type { Form } from '../visit/form.ts';

type Sent = Readonly<{ form: Form; refused: Refused | undefined }>;

const REASON_LENGTH_MAX = 500;

/** Of the two forms, only the one that was sent says what was wrong. */
const errorsOf = ({ form, refused }: Sent, act: string) =>
  form.act === act ? (refused?.fields ?? {}) : {};

export function endForm(visit: Visit, session: SessionShape, sent: Sent): Html {
  const isAgain = session.status === 'payment_failed';
  const { typed_name: error } = errorsOf(sent, 'end');
  return html`<section class="card"><h2>${isAgain ? 'Try the payment again' : 'End the stay'}</h2>
<p>${
    isAgain
      ? 'The same amount is taken once more.'
      : 'It ends now, and what it has cost until now is taken. It cannot begin again.'
  }</p>
<form method="post" action="${visit.href(`/stays/${session.id}`)}">${csrfField(visit)}
${typedName(session.session_code, { id: 'end-typed', error })}
<button class="danger" name="act" value="end">${isAgain ? 'Try again' : 'End the stay'}</button>
</form></section>`;
}

export function refundForm(
  visit: Visit,
  { id, session_code: code, currency, pricing }: SessionShape,
  { total }: ReceiptShape,
  sent: Sent,
): Html {
  const { form } = sent;
  const errors = errorsOf(sent, 'refund');
  const step = 10 ** -pricing.decimals;
  return html`<section class="card"><h2>Refund</h2>
<p>The driver gets the money back, and you the platform's fee in proportion. A refund cannot be
taken back.</p>
<form method="post" action="${visit.href(`/stays/${id}`)}">${csrfField(visit, form.once)}
${field({
  ...{ name: 'amount', label: `Amount in ${currency.toUpperCase()}`, type: 'number' },
  ...{ value: form.amount, error: errors.amount },
  hint: `Empty: all that is left, ${amount(total, currency)}.`,
  more: html` min="${step}" max="${total}" step="${step}"`,
})}
${field({
  ...{ name: 'reason', label: 'Reason', value: form.reason, error: errors.reason },
  ...{ isRequired: true, more: html` maxlength="${REASON_LENGTH_MAX}"` },
  hint: 'For your books; the receipt has it, too.',
})}
${typedName(code, { id: 'refund-typed', error: errors.typed_name })}
<button class="danger" name="act" value="refund">Refund</button></form></section>`;
}
