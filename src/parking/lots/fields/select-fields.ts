import { type TOptional, type TSchema, Type } from 'typebox';
import { camelCase } from '../../../stores/row-names.ts';
import type { CamelCase, LotField } from './lot-field.ts';

type Fields = Readonly<Record<string, LotField>>;

/** The columns of fields that each are the column of their name. */
export type ColumnsOf<F extends Fields> = {
  [Name in keyof F as F[Name] extends { columns: readonly string[] }
    ? never
    : CamelCase<Name & string>]: Shown<F[Name]>;
};

/** The columns that a new lot has a value in without stating one. */
export type DefaultedOf<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { initial: infer Initial }
    ? F[Name] extends { columns: readonly string[] }
      ? keyof Initial
      : CamelCase<Name & string>
    : never;
}[keyof F];

type Shown<F> = F extends { shown: infer S extends TSchema } ? Type.Static<S> : never;

type Answer<F extends Fields> = { [Name in keyof F]: Shown<F[Name]> };

/** Those of these names, in their order. */
export function fieldsOf<F extends Fields, Name extends keyof F>(fields: F, names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, Name>;
}

/** Their schemas in answers. */
export function shownOf<F extends Fields>(fields: F) {
  return pick(fields, (field) => field.shown) as { [Name in keyof F]: F[Name]['shown'] };
}

/** The same of those that the event `lot.updated` has; no schema has a name there. */
export function announcedOf<F extends Fields>(fields: F) {
  return pick(fields, (field) => (field.isEventless ? undefined : unnamed(field.shown))) as {
    [Name in keyof F as F[Name] extends { isEventless: true } ? never : Name]: F[Name]['shown'];
  };
}

type NeededInput<F> = F extends { isRequired: true; input: infer S extends TSchema } ? S : never;
/** The input of a field that is not of this kind. */
type InputBut<Kind, F> = F extends Kind
  ? never
  : F extends { input: infer S extends TSchema }
    ? S
    : never;
type OptionalInput<F> = InputBut<{ isRequired: true }, F>;
type ChangeInput<F> = InputBut<{ isRate: true }, F>;
type Inputs<F extends Fields> = {
  [Name in keyof F as NeededInput<F[Name]> extends never ? never : Name]: NeededInput<F[Name]>;
} & {
  [Name in keyof F as OptionalInput<F[Name]> extends never ? never : Name]: TOptional<
    OptionalInput<F[Name]>
  >;
};

/** The schemas of what a request can state of a new lot: what it has to, its rate, all else. */
export function inputsOf<F extends Fields>(fields: F) {
  const needed = pick(fields, ({ input, isRequired }) => (isRequired ? input : undefined));
  const rate = pick(fields, ({ input, isRate }) => (isRate ? optional(input) : undefined));
  const others = pick(fields, ({ input, isRate, isRequired }) =>
    isRate || isRequired ? undefined : optional(input),
  );
  return { ...needed, ...rate, ...others } as Inputs<F>;
}

/** The same of a lot that exists. */
export function changesOf<F extends Fields>(fields: F) {
  return pick(fields, ({ input, isRate }) => (isRate ? undefined : optional(input))) as {
    [Name in keyof F as ChangeInput<F[Name]> extends never ? never : Name]: TOptional<
      ChangeInput<F[Name]>
    >;
  };
}

const unnamed = ({ title: _title, ...schema }: TSchema & { title?: string }): TSchema => schema;

const optional = (schema: TSchema | undefined) => schema && Type.Optional(schema);

function pick(fields: Fields, choose: (field: LotField) => TSchema | undefined) {
  const chosen: Record<string, TSchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = choose(field);
    if (schema !== undefined) chosen[name] = schema;
  }
  return chosen;
}

/** A function that shows rows of lots as answers do. */
export function presenterOf<F extends Fields, Row>(fields: F) {
  const members = Object.entries(fields).map(([name, { of }]) => ({
    name,
    column: camelCase(name),
    // Each takes columns that the type of the row is made of.
    of: of as ((row: Row, baseUrl: string) => unknown) | undefined,
  }));
  // Copied rather than filled from nothing, which takes twice as long.
  const empty: Record<string, unknown> = Object.fromEntries(
    members.map(({ name }) => [name, null]),
  );
  return (row: Row, baseUrl: string): Answer<F> => {
    const answer = { ...empty };
    for (const { name, column, of } of members)
      answer[name] = of === undefined ? row[column as keyof Row] : of(row, baseUrl);
    return answer as Answer<F>;
  };
}
