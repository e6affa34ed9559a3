import { type DuckDBDataChunk, DuckDBListVector, type DuckDBVector } from '@duckdb/node-api';

/** A value of a row; a list of numbers as an array, which is never null. */
export type Cell = string | number | readonly number[];

/** Calls `onRow` with the columns of each row, in order. */
export function forEachRow(chunk: DuckDBDataChunk, onRow: (row: readonly Cell[]) => void): void {
  const vectors = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
  for (let row = 0; row < chunk.rowCount; row += 1)
    onRow(vectors.map((vector) => cellAt(vector, row)));
}

function cellAt(vector: DuckDBVector, row: number): Cell {
  if (!(vector instanceof DuckDBListVector)) return vector.getItem(row) as Cell;
  // Taking single numbers from where the lists of all rows are is the fastest.
  const { childVector } = vector;
  const from = vector.getEntryOffset(row);
  return Array.from({ length: vector.getEntryLength(row) }, (_, i) =>
    Number(childVector.getItem(from + i)),
  );
}
