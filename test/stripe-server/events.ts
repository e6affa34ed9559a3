import Stripe from 'stripe';

/** What Stripe tells of a change. */
export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  type: string;
  created: number;
  livemode: boolean;
  /** The account in which it happened; left out for the platform's own. */
  account?: string;
  data: { object: object };
};

const API_VERSION = '2026-10-28.endive';

export function newEvent(
  id: string,
  {
    object,
    account,
    ...kind
  }: { type: string; livemode: boolean; object: object; account?: string | undefined },
): StripeEvent {
  const created = Math.floor(Date.now() / 1_000);
  // As it was then: objects of these events are not changed later.
  const data = { object: structuredClone(object) };
  const of = account === undefined ? {} : { account };
  return { id, object: 'event', api_version: API_VERSION, created, data, ...kind, ...of };
}

/** The request in which Stripe sends an event; a wrong secret forges it. */
export function signed(event: StripeEvent, secret: string, timestamp?: number) {
  return signedText(JSON.stringify(event), secret, timestamp);
}

/** The same for any text. */
export function signedText(payload: string, secret: string, timestamp?: number) {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  };
}
