import Stripe from 'stripe';
import type { StripeSettings } from '../../../kit/stripe-settings.ts';

/** What this code was written for: Stripe answers in its shapes, whatever it publishes later. */
const API_VERSION = '2026-10-28.endive';
/** Repeats by the library itself, with the same key, within the time of one call. */
const REPEATS = 1;
/** The longest wait for one answer: with its repeat, less than a call may take. */
const ANSWER_MS_MAX = 4_500;

/** Stripe by mode: the test mode has a key, accounts and intents of its own. */
export type StripeByMode = (livemode: boolean) => Stripe;

export function openStripe(settings: StripeSettings, answerMsMax = ANSWER_MS_MAX): StripeByMode {
  const open = (secretKey: string) =>
    new Stripe(secretKey, {
      apiVersion: API_VERSION,
      maxNetworkRetries: REPEATS,
      timeout: answerMsMax,
      telemetry: false,
      ...(settings.apiBase !== undefined && addressOf(settings.apiBase)),
    });
  const live = open(settings.secretKey);
  const test = open(settings.testSecretKey);
  return (livemode) => (livemode ? live : test);
}

function addressOf(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const isTls = protocol === 'https:';
  return {
    protocol: isTls ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
  };
}
