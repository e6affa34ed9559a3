import { readFileSync } from 'node:fs';

/** The blocks of shell lines of a page, in order; with `heading`, only those under it. */
export function shellLines(page: string, heading?: string): string[] {
  const text = readFileSync(page, 'utf8');
  const section =
    heading === undefined
      ? text
      : (text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '');
  // Blocks of a list are indented, and so is each of their lines.
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', lines = '']) => lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}
