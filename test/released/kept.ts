import { existsSync, readFileSync } from 'node:fs';
import type { Json } from '../../src/kit/web/document/described.ts';
import { ACCEPTED } from './accepted.ts';
import { breakingApiChanges, breakingEventChanges } from './api-changes.ts';
import { describedNow } from './described-now.ts';

/** Where the last release of an interface is kept: of its major version, as JSON. */
export const pathOf = (name: string) => `test/released/${name}.json`;

/** What the last release promised; undefined before the first. */
export function keptOf(name: string): Json | undefined {
  const path = pathOf(name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** All changes since the last release that break programs, accepted or not. */
export function allBreakingChanges(now: Date): string[] {
  const lines = Object.entries(describedNow()).flatMap(([name, described]) => {
    const kept = keptOf(name);
    if (kept === undefined) return [];
    const find = name.startsWith('events') ? breakingEventChanges : breakingApiChanges;
    return find(kept, described, now);
  });
  // The whole document and its part say the same.
  return [...new Set(lines)];
}

/** Those that nobody accepted. */
export const breakingChanges = (now: Date) =>
  allBreakingChanges(now).filter((line) => !(line in ACCEPTED));
