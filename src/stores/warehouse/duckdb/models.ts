import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { SOURCES } from '../sources.ts';
import type { Contents, Model } from '../warehouse.ts';
import { nameOf, normalForm, type Statements } from './statements.ts';

/** A table, view or macro: what makes it, and what it is made by. */
export type Relation = {
  name: string;
  /** The statement that makes it, or makes it empty again. */
  path: string;
  /** Changes with every statement that has a part in what it holds. */
  version: string;
};

/** What the statements say of themselves by where they are and which words they use. */
export type Models = {
  contents: Contents;
  /** Where the statement of a fact, a rollup, a mart that is read, or a check is. */
  pathOf(name: string): string;
  /** What makes the marts, in this order: what is stale, then the marts. */
  build: readonly string[];
  /** Raw tables and those of the state: a warehouse with others is another one. */
  ground: { paths: readonly string[]; version: string };
  /** All others, each after those it reads. */
  relations: readonly Relation[];
};

/** All statements of one name: a table's, and what fills it. */
type Node = { paths: string[]; text: string };

/** Throws where a fact or rollup does not add the batches of exactly one source. */
export function describeModels(statements: Statements): Models {
  const paths = [...statements.keys()];
  const within = (pattern: RegExp) => paths.filter((path) => pattern.test(path));
  const isTable = (path: string) => path.endsWith('.table');
  const filling = (pattern: RegExp) => within(pattern).filter((path) => !isTable(path));
  const nodes = nodesOf(statements);
  const reach = reachIn(nodes);
  const textOf = (name: string) => nodes.get(name)?.text ?? '';

  const sourceOf = (name: string): Model => {
    const added = [...textOf(name).matchAll(/\bfrom (\w+) where batch > \$from\b/g)];
    const inputs = new Set(added.flatMap(([, input = '']) => [...reach(input)]));
    const [source, ...others] = SOURCES.filter(({ table }) => inputs.has(table));
    if (source === undefined || others.length > 0)
      throw new Error(`model ${name} must add the batches of one source`);
    return { name, source: source.name };
  };
  const depthOf = (check: string) =>
    Math.max(...[...reach(nameOf(check))].flatMap((name) => depthsOf(nodes.get(name))));

  const ground = [...within(/^state\/.*\.table$/), ...within(/^1_raw\//)];
  const created = [...within(/^2_/), ...within(/^[3-9].*\.table$/)];
  // What lies nearer to the raw rows explains what is wrong further on.
  const checks = filling(/^checks\//).sort((one, other) => depthOf(one) - depthOf(other));
  return {
    contents: {
      facts: filling(/^3_/).map(nameOf).map(sourceOf),
      rollups: filling(/^4_/).map(nameOf).map(sourceOf),
      marts: within(/^5_.*\.table$/).map(nameOf),
      checks: checks.map(nameOf),
    },
    pathOf(name) {
      const path = nodes.get(name)?.paths.find((each) => !isTable(each));
      if (path === undefined) throw new Error(`the warehouse has no ${name}`);
      return path;
    },
    build: filling(/^5_marts\/\d/),
    ground: {
      paths: ground,
      version: versionOf(ground.map((path) => normalForm(statements.get(path) ?? ''))),
    },
    relations: created.map((path) => {
      const name = nameOf(path);
      return { name, path, version: versionOf([...reach(name)].sort().map(textOf)) };
    }),
  };
}

/** Of all layers, and the checks. */
function nodesOf(statements: Statements): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const [path, text] of statements) {
    if (path.startsWith('state/')) continue;
    const { paths, text: known } = nodes.get(nameOf(path)) ?? { paths: [], text: '' };
    nodes.set(nameOf(path), { paths: [...paths, path], text: `${known}${normalForm(text)}\n` });
  }
  return nodes;
}

/** The names that a name's statements use, those that these use, and so on; the name itself too. */
function reachIn(nodes: ReadonlyMap<string, Node>): (name: string) => ReadonlySet<string> {
  return (name) => {
    const reached = new Set([name]);
    for (const each of reached)
      for (const word of nodes.get(each)?.text.match(/\w+/g) ?? [])
        if (nodes.has(word)) reached.add(word);
    return reached;
  };
}

/** The number of the layer, 0 for what is in none. */
function depthsOf(node: Node | undefined): number[] {
  return (node?.paths ?? []).map((path) => Number.parseInt(dirname(path), 10) || 0);
}

function versionOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\n`);
  return hash.digest('hex');
}
