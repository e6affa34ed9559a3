/** A bug to plant: one edit of one file, and the tests that must notice it. */
export type Mutant = {
  name: string;
  /** Paths are relative to the tree. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  tests: readonly string[];
  /** What would go wrong with the bug. */
  why: string;
};
