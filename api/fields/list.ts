import { type TSchema, Type } from 'typebox';
import { nameOf } from '../../src/kit/web/document/named.ts';
import { nullable } from './field-types.ts';

/** The query parameters of every list, besides its filters. */
export const LIST_QUERY = {
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

export function presentPage<Row, Shape>(
  page: { rows: readonly Row[]; nextCursor: string | null },
  present: (row: Row) => Shape,
) {
  return {
    data: page.rows.map(present),
    has_more: page.nextCursor !== null,
    next_cursor: page.nextCursor,
  };
}
