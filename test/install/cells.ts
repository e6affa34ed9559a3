/** An npm on a Node, both in a version that the registry has. */
export type Cell = { npm: string; node: string };

/**
 * What Linux distributions and the Nodes of the last years bring, and the newest. Before 11.6 npm
 * installs no Node into `node_modules/.bin`, from 12 on it runs only the install scripts that
 * package.json allows.
 */
const NPM_10 = ['10.8.2', '10.9.4'];
const NPM_11 = ['11.0.0', '11.3.0', '11.5.2', '11.21.2'];
const NPM_12 = ['12.2.0'];
/** Which of them run on a Node: npm 11 asks for Node 20.17 or newer, npm 12 for 22.22. */
const NPM_BY_NODE: Readonly<Record<string, readonly string[]>> = {
  '18.20.8': ['9.2.0', ...NPM_10],
  '20.20.2': [...NPM_10, ...NPM_11],
  '22.23.3': [...NPM_10, ...NPM_11, ...NPM_12],
  '24.21.0': [...NPM_10, ...NPM_11, ...NPM_12],
};
/** On an older one npm leaves a part of Vitest out: it has no build whose `engines` allow that. */
const TESTS_NODE_MIN = 20;

export const ALL_CELLS: readonly Cell[] = Object.entries(NPM_BY_NODE).flatMap(([node, npms]) =>
  npms.map((npm) => ({ npm, node })),
);

/** An old pair whose npm links no Node, and the newest with its new rules. */
export const FEW_CELLS: readonly Cell[] = [
  { npm: '10.8.2', node: '20.20.2' },
  { npm: '12.2.0', node: '24.21.0' },
];

export const nameOf = ({ npm, node }: Cell) => `npm ${npm} on Node ${node}`;

export const canTest = ({ node }: Cell) => Number.parseInt(node, 10) >= TESTS_NODE_MIN;
