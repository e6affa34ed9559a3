import type { Principal } from '../../access/principals/principal.ts';
import { yieldAndRest } from '../../kit/pool/time-slices.ts';
import type { ColumnMap } from '../../kit/tables/name-columns.ts';
import { readLicense } from '../../parking/lots/fields/data-license.ts';
import { BATCH_ROWS_MAX } from '../../parking/lots/write/batch/write-batch.ts';
import { rowBeyondLimit } from '../../parking/lots/write/lot-limit.ts';
import { callingWriter } from '../../parking/lots/write/write-lots.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { rehearseWhole } from '../../stores/rehearse.ts';
import type { ImportedLots } from './count-outcomes.ts';
import { importLots } from './import-lots.ts';

type OwnFile = {
  /** The text of the file. */
  file: string;
  map?: ColumnMap | undefined;
  /** undefined: lots keep what they have. */
  dataLicense?: string | null | undefined;
  isDryRun: boolean;
};

/**
 * Imports a file as lots of the caller's operator, up to those of its plan: all rows that can be
 * used, in one transaction, each change with its audit row. Errors: those of `importLots`.
 */
export async function importOwnLots(
  db: Postgres,
  caller: Principal,
  { file, map, dataLicense, isDryRun }: OwnFile,
  requestId: string,
): Promise<ImportedLots> {
  const { operatorId, livemode, plan } = caller;
  const bytes = Buffer.from(file);
  const input = {
    ...{ operatorId, livemode, map },
    dataLicense: dataLicense && readLicense(dataLicense),
    asCaller: {
      writer: callingWriter(caller, requestId),
      beyondLimit: rowBeyondLimit(plan),
      rowsMax: BATCH_ROWS_MAX,
      rest: yieldAndRest,
    },
    async *open() {
      yield bytes;
    },
  };
  return isDryRun
    ? rehearseWhole(db, (rehearsal) => importLots(rehearsal, input))
    : db.transaction((connection) => importLots(connection, input));
}
