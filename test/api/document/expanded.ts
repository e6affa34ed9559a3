const SCHEMAS = '#/components/schemas/';

/** A part of a document, with each schema in place of the references to it. */
// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
export function expanded(part: unknown, schemas: Record<string, unknown>): any {
  return JSON.parse(JSON.stringify(part), (_key, value) => {
    const name = String(value?.$ref ?? '');
    return name.startsWith(SCHEMAS)
      ? expanded(schemas[name.slice(SCHEMAS.length)], schemas)
      : value;
  });
}
