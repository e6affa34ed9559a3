import { isObject } from '../../src/is-object.ts';
import type { Json } from './described.ts';

/** The components that these paths refer to, directly or through each other, in their order. */
export function usedComponents(components: Json, paths: Json): Json {
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
