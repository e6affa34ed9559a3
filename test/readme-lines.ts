import { readFileSync } from 'node:fs';

/** The blocks of shell lines under a heading of the README, in their order. */
export function readmeLines(heading: string): string[] {
  const sections = readFileSync('README.md', 'utf8').split(/^## /m);
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
}
