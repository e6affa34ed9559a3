/** The largest monthly cap, in US cents: a billion US dollars. */
export const SPEND_CAP_CENTS_MAX = 100_000_000_000;
