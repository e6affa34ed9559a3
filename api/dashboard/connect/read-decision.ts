import { SPEND_CAP_CENTS_MAX } from '../../../src/access/keys/spend-cap.ts';
import { badField } from '../../../src/kit/errors.ts';
import { tickedScopes } from '../parts/scope-boxes.ts';
import type { Form } from '../visit/form.ts';

const AMOUNT = /^\d{1,9}(?:\.\d{1,4})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const CENTS_PER_UNIT = 100;

/** The decision as the form of the page sends it. */
type Decision = Readonly<{
  scopes: string[];
  livemode: boolean;
  /** As `readMandate` takes it; null: no limit of what it spends on parking. */
  limit: { currency: string; max_per_month: number } | null;
  spendCapCents: number | null;
  expiresAt: Date | null;
}>;

/** Errors: BAD_REQUEST naming the field. */
export function readDecision(form: Form): Decision {
  const { mode, max_per_month, currency = '', spend_cap } = form;
  if (mode !== 'live' && mode !== 'test') throw badField('mode', 'must be live or test');
  const amount = readAmount('max_per_month', max_per_month);
  const cap = readAmount('spend_cap', spend_cap);
  return {
    scopes: tickedScopes(form),
    livemode: mode === 'live',
    limit: amount === null ? null : { currency: currency.trim(), max_per_month: amount },
    spendCapCents: cap === null ? null : toCents(cap),
    expiresAt: readDate(form.expires_at),
  };
}

/** null: left empty. */
function readAmount(field: string, text = ''): number | null {
  const amount = text.trim();
  if (amount === '') return null;
  if (!AMOUNT.test(amount)) throw badField(field, 'must be an amount such as 20 or 19.50');
  return Number(amount);
}

function toCents(dollars: number): number {
  const cents = Math.round(dollars * CENTS_PER_UNIT);
  if (cents > SPEND_CAP_CENTS_MAX) throw badField('spend_cap', 'is too much');
  return cents;
}

/** The beginning of the day in UTC; null: left empty. */
function readDate(text = ''): Date | null {
  if (text.trim() === '') return null;
  const at = new Date(`${text.trim()}T00:00:00Z`);
  if (!DATE.test(text.trim()) || Number.isNaN(at.getTime()))
    throw badField('expires_at', 'must be a day such as 2027-01-31');
  return at;
}
