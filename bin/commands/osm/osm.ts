import type { Command } from 'commander';
import { addOsmDiff, type DiffSources } from './diff.ts';

export function addOsm(program: Command, sources: DiffSources): void {
  const command = program
    .command('osm')
    .description('tools for contributors to OpenStreetMap; nothing is ever uploaded');
  addOsmDiff(command, sources);
}
