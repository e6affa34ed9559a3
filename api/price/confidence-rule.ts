/** When an answer of a priced operation has which confidence, in words. */
export type ConfidenceRule = Readonly<{
  /** Then the answer is free. */
  low: string;
  medium: string;
  high: string;
}>;

/** The whole rule in one text. */
export function describeRule({ low, medium, high }: ConfidenceRule): string {
  return `low: ${low}. high: ${high}. medium: ${medium}`;
}
