/**
 * Works given to the returned function run one after another, in the order they were given; each
 * caller gets its own result or error, and an error does not hold up the next.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
