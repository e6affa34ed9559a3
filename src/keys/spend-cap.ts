/** What a key may be allowed to spend in a month: a thousand million US dollars. */
export const SPEND_CAP_CENTS_MAX = 100_000_000_000;
