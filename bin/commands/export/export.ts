import type { Command } from 'commander';
import { addExportOsm } from './osm.ts';

export function addExport(program: Command): void {
  addExportOsm(program.command('export').description('write files for other programs'));
}
