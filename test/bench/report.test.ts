import { expect, test } from 'vitest';
import { mergeTables } from '../../bench/report.ts';

const HEAD = '| Work | ours | against | bare | ratio | aim |\n|---|---|---|---|---|---|';

test('a run of one bench keeps the rows of the others, and replaces its own', () => {
  const before = `an older machine.

${HEAD}
| stays | 10/s | their statement | 20/s | **0.50** | >= 0.5 |
| search | 30/s | hello | 60/s | **0.50** | >= 0.4 |
| search | 30/s | free hello | 90/s | **0.33** | >= 0.4 |
`;
  const after = `this machine.

${HEAD}
| search | 40/s | hello | 50/s | **0.80** | >= 0.4 |
| feeds | 70/s | bytes | 70/s | **1.00** | >= 0.8 |`;
  expect(mergeTables(before, after)).toBe(`this machine.

${HEAD}
| stays | 10/s | their statement | 20/s | **0.50** | >= 0.5 |
| search | 40/s | hello | 50/s | **0.80** | >= 0.4 |
| search | 30/s | free hello | 90/s | **0.33** | >= 0.4 |
| feeds | 70/s | bytes | 70/s | **1.00** | >= 0.8 |`);
});
