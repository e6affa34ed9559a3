import { type TSchema, Type } from 'typebox';

// What the diffs of audit rows are made of.

export const Id = Type.String();
/** In the text form that `to_jsonb` writes. */
export const Instant = Type.String();
export const Minor = Type.Integer();
export const Currency = Type.String();
export const after = <S extends TSchema>(schema: S) => Type.Object({ after: schema });
export const change = <B extends TSchema, A extends TSchema>(before: B, schema: A) =>
  Type.Object({ before, after: schema });
/** Columns of a row by name, as the snapshot functions of the database return them. */
export const Columns = Type.Record(Type.String(), Type.Unknown());
