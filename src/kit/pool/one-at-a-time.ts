/**
 * Runs the works given to the returned function one after another, in the order they were given.
 * Each caller gets its own result or error; an error does not stop the next work.
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
