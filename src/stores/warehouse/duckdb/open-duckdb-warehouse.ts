import type { Logger } from 'pino';
import { planResources, type Resources, thisMachine } from '../plan-resources.ts';
import type { Warehouse } from '../warehouse.ts';
import { findProgress } from './advance-model.ts';
import { inspectFile } from './archive-directory.ts';
import { computeMarts, lookingAt, storeBuild } from './build-marts.ts';
import type { DuckDB, Values } from './duckdb.ts';
import { findWatermark, loadBatch } from './load-batch.ts';
import { describeModels, type Models } from './models/models.ts';
import { readStatements } from './models/statements.ts';
import {
  continuesAfter,
  forgetRows,
  lacksPacked,
  moveTo,
  packRows,
  unpackRows,
} from './packed-rows.ts';
import { countQuarantined, listQuarantined } from './quarantine.ts';
import { findKnownLots, findLateLots, readHistory } from './read-history.ts';
import { readState } from './read-state.ts';
import { retrySources } from './remake-changed.ts';
import { queryInParts, withThreadsAsNeeded } from './run-in-parts.ts';
import { advanceReadable } from './set-aside-odd.ts';
import {
  createWarehouseFile,
  isDamage,
  isInPlace,
  mergeLog,
  openWarehouseFile,
  rest,
  sizeOf,
} from './warehouse-file.ts';

/**
 * The warehouse in a DuckDB file, which this process owns until it is closed. Rows and the record
 * that they were written are one transaction: after a crash both are there, or neither. The archive
 * is a directory beside it. `resources`: what is not given follows from the machine. `root` is the
 * directory of the statements, sql/warehouse unless given.
 */
export async function openDuckDBWarehouse(options: {
  path: string;
  log: Logger;
  resources?: Partial<Resources> | undefined;
  root?: string | undefined;
}): Promise<Warehouse> {
  const { path, log } = options;
  const statements = readStatements(options.root);
  const models = describeModels(statements);
  const resources = planResources(thisMachine(), options.resources);
  const plan = { path, log, statements, models, resources };
  let file = await openWarehouseFile(plan);

  const reopen = async (open: () => Promise<typeof file>) => {
    await file.duckdb.close();
    file = await open();
  };
  const startOver = async (reason: string) => {
    log.warn({ path, reason }, 'the warehouse starts empty');
    await reopen(() => createWarehouseFile(plan));
  };
  return {
    ...worksOf(models, () => file.duckdb),
    ...archiveWorksOf(models, () => file.duckdb, `${path}.archive`),
    isInPlace: async () => isInPlace(path, file),
    startOver,
    async recover(error) {
      if (isDamage(error)) {
        await startOver('it is damaged');
        return true;
      }
      await reopen(() => openWarehouseFile(plan));
      return false;
    },
    mergeLog: () => mergeLog(path, file),
    rest: () => rest(path, file),
    size: () => sizeOf(path, file),
    close: () => file.duckdb.close(),
  };
}

type ArchiveWorks = Pick<
  Warehouse,
  'pack' | 'forget' | 'unpack' | 'leaveOut' | 'lacksPacked' | 'continues' | 'inspect'
>;
type Works = Omit<
  Warehouse,
  | 'isInPlace'
  | 'startOver'
  | 'recover'
  | 'mergeLog'
  | 'rest'
  | 'size'
  | 'close'
  | keyof ArchiveWorks
>;

/** The methods that use the archive, whose files are in this directory. */
function archiveWorksOf(
  { contents }: Models,
  duckdb: () => DuckDB,
  directory: string,
): ArchiveWorks {
  return {
    pack: (next, onWritten) =>
      duckdb().alone((session) => packRows(session, contents, directory, next, onWritten)),
    forget: (source, through, onWritten) =>
      duckdb().transaction((session) =>
        forgetRows(session, contents, { source, through }, onWritten),
      ),
    unpack: (file, onWritten) =>
      duckdb().transaction((session) => unpackRows(session, directory, file, onWritten)),
    leaveOut: (rows) => duckdb().transaction((session) => moveTo(session, rows)),
    lacksPacked: (source) => duckdb().alone((session) => lacksPacked(session, contents, source)),
    continues: (source, packed) =>
      duckdb().alone((session) => continuesAfter(session, source, packed)),
    inspect: (file, isThorough) => inspectFile(directory, file, isThorough),
  };
}

/** The methods that use the file which is open at the time of the call. */
function worksOf(models: Models, duckdb: () => DuckDB): Works {
  const alone: DuckDB['alone'] = (work) => duckdb().alone(work);
  const eased: DuckDB['alone'] = (work) =>
    alone((session) => withThreadsAsNeeded(session, () => work(session)));
  const atomic: DuckDB['transaction'] = (work) => duckdb().transaction(work);
  const note = (path: string, values?: Values) =>
    atomic(async (session) => {
      await session.run(path, values);
    });
  return {
    contents: models.contents,
    state: () => alone(readState),
    claim: (cluster) => note('state/warehouse_state_claim', { cluster }),
    watermark: (source) => alone((session) => findWatermark(session, source)),
    load: (batch, onWritten) => atomic((session) => loadBatch(session, batch, onWritten)),
    progress: (model) => alone((session) => findProgress(session, model)),
    advance: (model, through, onWritten) =>
      advanceReadable(duckdb(), models, { model, through }, onWritten),
    quarantined: (asked) => alone((session) => listQuarantined(session, asked)),
    countQuarantined: () => alone(countQuarantined),
    retry: (sources) => atomic((session) => retrySources(session, models, sources)),
    async build(build, onWritten) {
      const rowCount = await alone((session) => computeMarts(session, models, build));
      await atomic((session) => storeBuild(session, build, onWritten));
      return rowCount;
    },
    holdsAt: (asOf) => note('state/warehouse_state_hold', { as_of: asOf }),
    check: (name, checked) =>
      alone((session) => queryInParts(session, models.pathOf(name), lookingAt(checked))),
    lateLots: (beforeDay) => eased((session) => findLateLots(session, beforeDay)),
    knownLots: (asked) => eased((session) => findKnownLots(session, asked)),
    history: (asked, reader) => alone((session) => readHistory(session, asked, reader)),
    read: (mart, asOf) => eased((session) => session.query(models.pathOf(mart), { asOf })),
    stream: ({ mart, since, areGone }, onPart) =>
      alone((session) =>
        session.stream(areGone ? 'state/mart_gone' : 'state/mart_rows', { mart, since }, (rows) =>
          onPart(`[${rows.join(',')}]`, rows.length),
        ),
      ),
    published: (publicationId) =>
      atomic(async (session) => {
        await session.run('state/watermarks_publish');
        await session.run('state/warehouse_state_publish', { publicationId });
      }),
  };
}
