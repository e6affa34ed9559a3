import { type Html, html } from '../../dress/html.ts';
import type { ReceiptShape } from '../../v1/sessions/receipt-shape.ts';
import type { RefundShape } from '../../v1/sessions/refunds/refund-shape.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import { amount, counted } from '../parts/amount.ts';
import { type BadgeKind, badge } from '../parts/badge.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';

/** How the price came about, part by part. */
export function priceLines({ pricing, currency }: SessionShape, zone: string): Html | false {
  return (
    pricing.lines.length > 0 &&
    html`<h2>Price</h2>
${table({
  caption: 'Price, line by line',
  heads: ['What', 'From', 'To', 'Billed', 'Amount'],
  figures: [3, 4],
  rows: pricing.lines.map((line) => [
    capitalised(line.description),
    instant(line.from, zone),
    instant(line.to, zone),
    counted(line.billed_minutes, 'minute'),
    amount(line.amount, currency),
  ]),
  empty: html``,
})}`
  );
}

/** Who gets what of a paid stay. */
export function receiptLines(receipt: ReceiptShape): Html {
  const { currency, lines, total } = receipt;
  return html`<h2>Receipt</h2>
${table({
  caption: 'Receipt, line by line',
  heads: ['What', 'Amount'],
  figures: [1],
  rows: [
    ...lines.map((line) => [wordsOf(line), amount(line.amount, currency)]),
    [html`<strong>The driver paid</strong>`, html`<strong>${amount(total, currency)}</strong>`],
    [
      html`<strong>The operator of the lot has</strong>`,
      html`<strong>${amount(sumOf(receipt), currency)}</strong>`,
    ],
  ],
  empty: html``,
})}`;
}

/** The lines of the stay's price stand above, in a table of their own. */
function wordsOf({ kind, description }: ReceiptShape['lines'][number]): string {
  return kind === 'stay' ? 'The stay' : capitalised(description);
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** In minor units, whose sum is exact. */
function sumOf({ lines, pricing }: ReceiptShape): number {
  const unit = 10 ** pricing.decimals;
  return lines.reduce((sum, line) => sum + Math.round(line.amount * unit), 0) / unit;
}

const REFUND_WORDS: Readonly<Record<RefundShape['status'], readonly [BadgeKind, string]>> = {
  pending: ['warn', 'under way'],
  succeeded: ['ok', 'paid back'],
  failed: ['bad', 'failed'],
};

export function refundTable(refunds: readonly RefundShape[], zone: string): Html {
  return html`<h2>Refunds</h2>
${table({
  caption: 'Refunds',
  heads: ['Made', 'State', 'Amount', 'Fee given back', 'Reason'],
  figures: [2, 3],
  rows: refunds.map((refund) => [
    instant(refund.created_at, zone),
    badge(...REFUND_WORDS[refund.status]),
    amount(refund.amount, refund.currency),
    amount(refund.platform_fee_reversed, refund.currency),
    refund.reason,
  ]),
  empty: html``,
})}`;
}
