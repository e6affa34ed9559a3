/** One line that says what went wrong, including the causes. */
export function wholeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  const reasons = new Set(causes.filter((each) => each !== undefined).map(wholeReason));
  if (error.message === '' && reasons.size > 0) return [...reasons].join(', ');
  const cause = reasons.size === 0 ? '' : ` (${[...reasons].join(', ')})`;
  return ((error.message === '' ? error.name : error.message) + cause).replaceAll('\n', ' ');
}
