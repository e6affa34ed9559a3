/** The most that a caller is willing to pay. */
export type MaxRate = {
  /** A plain decimal, exact: `4.50`. */
  amount: string;
  /** Lower-case ISO 4217; null: not said, or a sign that several currencies share (`$`). */
  currency: string | null;
  /** The currencies that the words can mean; empty: any currency. */
  currencies: readonly string[];
  per: 'hour' | 'day' | 'total';
};
