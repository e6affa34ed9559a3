import type { Command } from 'commander';
import { importSessions } from '../../../src/imports/sessions/import-sessions.ts';
import { COLUMNS } from '../../../src/imports/sessions/read-stay.ts';
import { addImportCsv } from './csv.ts';

export function addImportSessions(importCommand: Command): void {
  addImportCsv(importCommand, {
    command: 'sessions',
    columns: COLUMNS,
    description:
      'import finished stays; lot_ref is the ref or id of a lot; times need their zone, or ' +
      '--zone; the same file twice changes nothing; exits with 1 when every row is rejected',
    noun: 'stay',
    run: importSessions,
  });
}
