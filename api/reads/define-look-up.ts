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
import type { Answered } from '../reply/declaration.ts';

type Described = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'description' | 'tags' | 'errors' | 'records'
> & {
  /** `read` unless given. */
  budgets?: Operation['budgets'];
};

/**
 * Declares a read of one thing by its id, which is NOT_FOUND where the caller may not see it.
 * `find` returns the whole body, which `answer` describes member by member; with `records` the body
 * beside what was answered.
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
    ): Promise<Static<TObject<R>> | { body: Static<TObject<R>>; answered: Answered }>;
  },
): Operation {
  const { answer, answerDescription, find, ...described } = declaration;
  // Only the declaration knows the types of its request.
  const finder: { find(request: OperationRequest, api: Api): Promise<object> } = { find };
  return closeOperation({
    budgets: ['read'],
    ...described,
    method: 'get',
    responses: { 200: { description: answerDescription, schema: Type.Object(answer) } },
    errors: ['NOT_FOUND', ...(described.errors ?? [])],
    async handler(request, api) {
      const found = await finder.find(request, api);
      return { status: 200, ...(described.records === undefined ? { body: found } : found) };
    },
  });
}
