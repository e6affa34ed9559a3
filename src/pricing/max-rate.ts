/** The most that a caller would pay. */
export type MaxRate = {
  /** A plain decimal, exact: `4.50`. */
  amount: string;
  /** Lowercase ISO 4217; null: not said, or a sign of several (`$`). */
  currency: string | null;
  /** What such a sign may stand for; empty: any currency. */
  currencies: readonly string[];
  per: 'hour' | 'day' | 'total';
};
