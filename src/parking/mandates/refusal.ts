import { AppError } from '../../kit/errors.ts';
import { fromMinor } from '../../kit/money.ts';

/** A rule, named like the field that sets it. `other_stay`: the stay is not of this mandate. */
export type MandateRule =
  | 'needs_activation'
  | 'other_stay'
  | 'lot_ids'
  | 'area'
  | 'hours'
  | 'currency'
  | 'max_per_stay'
  | 'max_per_day'
  | 'max_per_month';

export type MandateRefusal = {
  rule: MandateRule;
  message: string;
  /** What the rule still allows, in minor units; null: the rule is of no amount, or not shown. */
  leftMinor: number | null;
  /** Of the mandate; null: it has no amounts, or they are not shown. */
  currency: string | null;
};

/** 403 `mandate_exceeded`: the mandate of the key, or of the stay, does not allow the call. */
export function mandateExceeded({ rule, message, leftMinor, currency }: MandateRefusal): AppError {
  const left = leftMinor === null || currency === null ? null : fromMinor(leftMinor, currency);
  return new AppError('FORBIDDEN', message, {
    details: { reason: 'mandate_exceeded', rule, left, currency },
  });
}
