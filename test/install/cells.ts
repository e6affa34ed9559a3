/** An npm on a Node, both in versions that the registry has. */
export type Cell = { npm: string; node: string };

/**
 * The npm versions of Linux distributions and of the Nodes of the last years, and the newest one.
 * Before 11.6, npm installs no Node into `node_modules/.bin`; from 12 on, it runs only the install
 * scripts that package.json allows.
 */
const NPM_10 = ['10.8.2', '10.9.4'];
const NPM_11 = ['11.0.0', '11.3.0', '11.5.2', '11.21.2'];
const NPM_12 = ['12.2.0'];
/** The npm versions that run on each Node: npm 11 needs Node 20.17 or newer, npm 12 needs 22.22. */
const NPM_BY_NODE: Readonly<Record<string, readonly string[]>> = {
  '18.20.8': ['9.2.0', ...NPM_10],
  '20.20.2': [...NPM_10, ...NPM_11],
  '22.23.3': [...NPM_10, ...NPM_11, ...NPM_12],
  '24.21.0': [...NPM_10, ...NPM_11, ...NPM_12],
};
/**
 * On an older Node, npm leaves out a part of Vitest, which has no build with matching `engines`.
 */
const TESTS_NODE_MIN = 20;

export const ALL_CELLS: readonly Cell[] = Object.entries(NPM_BY_NODE).flatMap(([node, npms]) =>
  npms.map((npm) => ({ npm, node })),
);

/** An old pair whose npm links no Node, and the newest pair with its new rules. */
export const FEW_CELLS: readonly Cell[] = [
  { npm: '10.8.2', node: '20.20.2' },
  { npm: '12.2.0', node: '24.21.0' },
];

export const nameOf = ({ npm, node }: Cell) => `npm ${npm} on Node ${node}`;

export const canTest = ({ node }: Cell) => Number.parseInt(node, 10) >= TESTS_NODE_MIN;
