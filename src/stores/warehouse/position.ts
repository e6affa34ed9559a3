import type { Position } from './warehouse.ts';

/** Whether one row of a source is after another. */
export function isAfter(one: Position, other: Position): boolean {
  const [tx, otherTx] = [BigInt(one.tx), BigInt(other.tx)];
  return tx === otherTx ? BigInt(one.id) > BigInt(other.id) : tx > otherTx;
}
