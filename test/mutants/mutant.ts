/** A bug to plant: one edit of one file, and the tests that must notice it. */
export type Mutant = {
  name: string;
  /** All paths are relative to the root of the project. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  tests: readonly string[];
  /** What the bug would cause. */
  why: string;
};
