const OUT_OF_MEMORY = /^Out of Memory Error/;

/** Whether a statement needed more memory than DuckDB may have. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && OUT_OF_MEMORY.test(error.message);
}
