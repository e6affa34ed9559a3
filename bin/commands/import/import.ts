import type { Command } from 'commander';
import { addImportLots } from './lots.ts';
import { addImportOccupancy } from './occupancy.ts';
import { addImportSessions } from './sessions.ts';

export function addImport(program: Command): void {
  const command = program.command('import').description('bring data in from files');
  addImportLots(command);
  addImportSessions(command);
  addImportOccupancy(command);
}
