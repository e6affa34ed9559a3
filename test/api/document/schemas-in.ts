/** The parts of JSON Schema that the document uses. */
export type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
};
type Found = { at: string; schema: Schema }[];

/** Members of a document whose values are schemas. */
const SCHEMA_MEMBERS = ['schema', 'x-event-data'];

/** Every schema in the paths of a document, and every schema inside these, with where it stands. */
export function schemasIn(part: unknown, at: string): Found {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    SCHEMA_MEMBERS.includes(name)
      ? schemasOf(value, `${at} ${name}`)
      : schemasIn(value, `${at} ${name}`),
  );
}

/** A schema and every schema inside it. */
export function schemasOf(schema: Schema, at: string): Found {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const parts: [string, Schema | boolean | undefined][] = [
    ...Object.entries(properties).map(([name, one]): [string, Schema] => [`.${name}`, one]),
    ['[]', items],
    ['{}', additionalProperties],
    ...anyOf.map((one, i): [string, Schema] => [`|${i}`, one]),
  ];
  const inside = parts.flatMap(([step, one]) =>
    typeof one === 'object' ? schemasOf(one, `${at}${step}`) : [],
  );
  return [{ at, schema }, ...inside];
}
