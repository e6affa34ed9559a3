/** What is looked at when the processor tells of a change, by the type of its event. */
const LOOKED_AT = {
  'payment_intent.amount_capturable_updated': 'intent',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'charge.refunded': 'refunds',
  'charge.refund.updated': 'refunds',
  'refund.updated': 'refunds',
  'refund.failed': 'refunds',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'account.updated': 'account',
  'payout.paid': 'payout',
  'payout.failed': 'payout',
} as const;

export type LookedAt = (typeof LOOKED_AT)[keyof typeof LOOKED_AT];

export function isKnown(type: string): type is keyof typeof LOOKED_AT {
  return Object.hasOwn(LOOKED_AT, type);
}

/** undefined: an event of this type changes nothing here. */
export function lookedAt(type: string): LookedAt | undefined {
  return isKnown(type) ? LOOKED_AT[type] : undefined;
}
