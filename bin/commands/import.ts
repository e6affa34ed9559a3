import type { Command } from 'commander';
import { addImportLots } from './import-lots.ts';
import { addImportOccupancy } from './import-occupancy.ts';
import { addImportSessions } from './import-sessions.ts';

export function addImport(program: Command): void {
  const command = program.command('import').description('bring data in from files');
  addImportLots(command);
  addImportSessions(command);
  addImportOccupancy(command);
}
