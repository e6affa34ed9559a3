import { resolve } from 'node:path';
import { readConfig, VARIABLES } from '../src/config.ts';

/** What to do in an empty city: a command that works as printed, and where to read on. */
export function firstSteps(): string[] {
  const { dataDir, databaseUrl } = readConfig();
  const isOwnFolder = dataDir !== resolve(VARIABLES.HEXLOT_DATA_DIR ?? '');
  const folder = isOwnFolder ? `HEXLOT_DATA_DIR='${dataDir.replaceAll("'", `'\\''`)}' ` : '';
  // The address of a database may contain a password, so only the variable is named.
  const settings = databaseUrl === undefined ? '' : ' with the same HEXLOT_DATABASE_URL';
  return [
    `It holds no demo data. In another terminal${settings}, in this folder:`,
    '',
    `  ${folder}npm run hexlot -- operator create --name 'My city' --plan pro`,
    '',
    'docs/importing.md goes on from there: a key, your lots, what parking costs.',
  ];
}
