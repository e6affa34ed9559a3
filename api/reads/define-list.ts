import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { Principal } from '../../src/access/principals/principal.ts';
import type { Page } from '../../src/kit/page.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { nameOf } from '../../src/kit/web/document/named.ts';
import type { Api } from '../app.ts';
import { InstantInput, instantOf } from '../fields/field-types.ts';
import {
  closeOperation,
  type Input,
  type KeyNeeds,
  type Operation,
  type OperationRequest,
} from '../operation.ts';

/** The query parameters of every list, besides its filters. */
const PAGE_QUERY = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Rows of a page; default 10',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'next_cursor of the page before' }),
  ),
};

/** Filters by when a row was made, which `readCreated` reads. */
export const CREATED_FILTERS = {
  created_after: Type.Optional(InstantInput('Only those made after this instant')),
  created_before: Type.Optional(InstantInput('Only those made before this instant')),
};

export function readCreated(query: { created_after?: string; created_before?: string }) {
  const { created_after, created_before } = query;
  return { createdAfter: instantOf(created_after), createdBefore: instantOf(created_before) };
}

/** A page of a list, newest first. Its name is that of the items and `List`. */
export function listOf<T extends TSchema>(item: T) {
  const name = nameOf(item);
  return Type.Object(
    {
      data: Type.Array(item),
      has_more: Type.Boolean(),
      next_cursor: nullable(Type.String()),
    },
    name === undefined ? {} : { title: `${name}List` },
  );
}

type Described = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'description' | 'tags' | 'errors' | 'isAuditedByHandler'
>;

type Listing<P extends TObject, F extends TProperties> = OperationRequest<
  Input<Static<P>, Static<TObject<F>>>,
  Principal
> & {
  /** Which page is asked for. */
  page: { cursor: string | null; limit: number };
};

/**
 * Declares a list that is read page by page, newest first: `cursor`, `limit` and the shape of a
 * page follow. A list with `params` is of one thing, which is NOT_FOUND where the caller may not
 * see it.
 */
export function defineList<
  I extends TSchema,
  Row,
  P extends TObject = TObject<Record<never, TSchema>>,
  F extends TProperties = Record<never, TSchema>,
>(
  declaration: Described & {
    auth: KeyNeeds | 'key';
    params?: P;
    /** Query parameters that leave out rows. */
    filters?: F;
    /** Its rows as the document calls them, such as `agents`. */
    rows: string;
    item: I;
    list(request: Listing<P, F>, api: Api): Promise<Page<Row>>;
    present(row: NoInfer<Row>, caller: Principal, api: Api): Static<I>;
  },
): Operation {
  const { filters, rows, item, list, present, ...described } = declaration;
  // Only the declaration knows the types of its request.
  const lister: { list(request: object, api: Api): Promise<Page<Row>> } = { list };
  return closeOperation({
    ...described,
    method: 'get',
    budgets: ['read'],
    query: Type.Object({ ...filters, ...PAGE_QUERY }),
    responses: { 200: { description: `A page of ${rows}`, schema: listOf(item) } },
    errors: [...(described.params ? (['NOT_FOUND'] as const) : []), ...(described.errors ?? [])],
    async handler(request, api) {
      const { caller } = request as OperationRequest<Input, Principal>;
      const { cursor = null, limit } = request.query as { cursor?: string; limit: number };
      const found = await lister.list({ ...request, page: { cursor, limit } }, api);
      return {
        status: 200,
        body: {
          data: found.rows.map((row) => present(row, caller, api)),
          has_more: found.nextCursor !== null,
          next_cursor: found.nextCursor,
        },
      };
    },
  });
}
