import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MIB = 2 ** 20;
const PIECES = 100;
/** The small pieces that stay take 6 MiB of them. */
const KEPT_BYTES_MAX = 30 * MIB;

/**
 * Frees one very large piece, and later many large ones that lie between small ones that stay.
 * Prints by how much the memory of the process has grown before and after the last.
 */
const PROGRAM = `
  const collect = async () => {
    for (let i = 0; i < 3; i += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const rss = process.memoryUsage.rss;
  const before = rss();
  let huge = Buffer.alloc(${30 * MIB}, 1);
  huge = null;
  await collect();
  const pieces = [];
  const small = [];
  for (let i = 0; i < ${PIECES}; i += 1) {
    pieces.push(Buffer.alloc(${MIB}, 1));
    small.push(Buffer.alloc(${2 ** 16}, 1));
  }
  const full = rss() - before;
  pieces.length = 0;
  await collect();
  console.log(JSON.stringify({ full, kept: rss() - before, small: small.length }));
`;

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const hasGlibc = header.glibcVersionRuntime !== undefined;

test.skipIf(!hasGlibc)(
  'memory that is no longer used is given back (skipped without glibc)',
  () => {
    const args = ['bin/pinned-node.cjs', '--expose-gc', '--input-type=module', '--eval', PROGRAM];
    const { PATH = '' } = process.env;
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH } });
    const { full, kept, small } = JSON.parse(stdout);
    expect(small).toBe(PIECES);
    expect(full).toBeGreaterThan(PIECES * MIB);
    expect(kept).toBeLessThan(KEPT_BYTES_MAX);
  },
);
