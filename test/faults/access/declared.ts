import type { Plan } from '../../../src/access/plans/platform-fee.ts';
import type { Scope } from '../../../src/access/principals/scopes.ts';

/** Who may call an operation, as the OpenAPI document that is served says it. */
export type Declared = {
  operationId: string;
  method: string;
  path: string;
  /** Whether a call needs no key. */
  isPublic: boolean;
  /** A key needs at least one of these scopes; none: any key will do. */
  scopes: readonly Scope[];
  /** undefined: keys of every plan may call. */
  plans: readonly Plan[] | undefined;
};

type Security = { bearer?: [] };
type Described = {
  operationId: string;
  security: Security[];
  'x-scopes'?: Scope[];
  'x-plans'?: Plan[];
};

/** Every operation of an OpenAPI document. */
export function declaredIn(document: {
  paths: Record<string, Record<string, Described>>;
}): Declared[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { operationId, security, 'x-scopes': scopes = [], 'x-plans': plans }]) => ({
        operationId,
        method,
        path,
        isPublic: security.some(({ bearer }) => bearer === undefined),
        scopes,
        plans,
      }),
    ),
  );
}
