import type { Operation } from '../operation.ts';
import type { PriceItem } from './price-item.ts';

/** The operations that are sold, in the order in which they are given. */
export function priceList(operations: readonly Operation[]): PriceItem[] {
  return operations.flatMap(({ price, rereadPrice = null, confidence, ...operation }) => {
    if (price === undefined || confidence === undefined) return [];
    const { operationId, method, path, summary, budgets } = operation;
    return [
      {
        ...{ operationId, method, path, summary, budgets, confidence },
        costCents: price,
        rereadCostCents: rereadPrice,
      },
    ];
  });
}
