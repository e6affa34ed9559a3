import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Api } from '../app.ts';
import {
  type Auth,
  type CallerOf,
  closeOperation,
  type Input,
  type Operation,
  type OperationRequest,
} from '../operation.ts';

type Described = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'description' | 'tags' | 'errors'
> & {
  /** `read` unless given. */
  budgets?: Operation['budgets'];
};

/**
 * Declares a read of one thing by its id, which is NOT_FOUND where the caller may not see it.
 * `find` returns the whole body, which `answer` describes member by member.
 */
export function defineLookUp<const A extends Auth, P extends TObject, R extends TProperties>(
  declaration: Described & {
    auth: A;
    params: P;
    answer: R;
    answerDescription: string;
    find(
      request: OperationRequest<Input<Static<P>>, CallerOf<A>>,
      api: Api,
    ): Promise<Static<TObject<R>>>;
  },
): Operation {
  const { answer, answerDescription, find, ...described } = declaration;
  // Only the declaration knows the types of its request.
  const finder: { find(request: OperationRequest, api: Api): Promise<unknown> } = { find };
  return closeOperation({
    budgets: ['read'],
    ...described,
    method: 'get',
    responses: { 200: { description: answerDescription, schema: Type.Object(answer) } },
    errors: ['NOT_FOUND', ...(described.errors ?? [])],
    handler: async (request, api) => ({ status: 200, body: await finder.find(request, api) }),
  });
}
