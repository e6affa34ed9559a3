/** A bug to plant: one edit of one file, and the tests that must notice it. */
export type Mutant = {
  name: string;
  /** Paths are those of the tree. */
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  tests: readonly string[];
  /** What would go wrong with it. */
  why: string;
};
