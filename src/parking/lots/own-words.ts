/** How feeds without a member for it say that nobody counted the spaces; imports read it back. */
export const ESTIMATE_WORDS = 'The number of spaces is an estimate';

/** The words for the price of a lot in such feeds. `amount`: `2.50 EUR`. */
export const PRICE_WORDS = {
  free: 'free',
  rate: (amount: string, unit: 'hour' | 'day') => `${amount}/${unit}`,
  step: (minutes: number) => `billed by started ${minutes === 1 ? 'minute' : `${minutes} minutes`}`,
  dailyMax: (amount: string) => `at most ${amount} in 24 hours`,
};
