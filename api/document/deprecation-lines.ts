import type { Operation } from '../operation.ts';
import { type DeprecationLine, deprecationText, showDeprecation } from '../reply/deprecation.ts';
import { fieldsOf } from '../reply/deprecation-notice.ts';

/** All that will go, in the order of the operations. */
export function deprecationLines(operations: readonly Operation[]): DeprecationLine[] {
  return operations.flatMap((operation) => {
    const call = `${operation.method.toUpperCase()} ${operation.path}`;
    const own = operation.deprecated && showDeprecation(operation.deprecated);
    return [
      ...(own ? [{ call, text: deprecationText(own), docs: own.docs }] : []),
      ...fieldsOf(operation).map((one) => ({
        call,
        text: `\`${one.field}\` (${one.in}): ${deprecationText(one)}`,
        docs: one.docs,
      })),
    ];
  });
}
