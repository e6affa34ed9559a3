/** What `work` gives, or `tooLate`, which may throw, when it takes longer; `work` then goes on. */
export async function within<T, Late>(
  msMax: number,
  work: Promise<T>,
  tooLate: () => Late,
): Promise<T | Late> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, msMax);
  return Promise.race([work, promise.then(tooLate)]).finally(() => clearTimeout(timer));
}
