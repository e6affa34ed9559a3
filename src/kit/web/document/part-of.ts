import { isObject } from '../../is-object.ts';
import { type Json, operationsOf } from './described.ts';

/**
 * The document with these paths alone, and with the tags and components that they use. Its version
 * and address are those of the whole.
 */
export function partOf(openApi: Readonly<Json>, paths: Record<string, Json>): Json {
  const { openapi, info, servers, tags, components } = openApi;
  const usedTags = new Set(operationsOf({ paths }).flatMap(({ operation }) => operation.tags));
  const { securitySchemes, ...named } = membersOf(components);
  return {
    openapi,
    info,
    servers,
    tags: (tags as { name: string }[]).filter(({ name }) => usedTags.has(name)),
    paths,
    components: { securitySchemes, ...usedComponents(named, paths) },
  };
}

/** The components that these paths refer to, directly or through each other, in their order. */
function usedComponents(components: Json, paths: Json): Json {
  const used = new Set<string>();
  const follow = (node: unknown) => {
    for (const pointer of referencesIn(node)) {
      if (used.has(pointer)) continue;
      used.add(pointer);
      const [kind = '', name = ''] = pointer.split('/');
      follow(membersOf(components[kind])[name]);
    }
  };
  follow(paths);
  const kinds = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(
      Object.entries(membersOf(named)).filter(([name]) => used.has(`${kind}/${name}`)),
    ),
  ]);
  return Object.fromEntries(kinds.filter(([, named]) => Object.keys(membersOf(named)).length > 0));
}

function referencesIn(node: unknown): string[] {
  const found = JSON.stringify(node ?? null).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
  return [...found].map(([, pointer = '']) => pointer);
}

function membersOf(value: unknown): Json {
  return isObject(value) ? value : {};
}
