import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refresh } from '../../pipelines/refresh.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { openWarehouse } from '../../src/stores/open-warehouse.ts';
import type { Stack } from './stack.ts';

const fileOf = ({ home }: Stack) => join(home, 'bench.duckdb');

/** Publishes what the database of a stack contains by now. */
export async function refreshOnce(stack: Stack): Promise<void> {
  const { db, log } = stack;
  const warehouse = await openWarehouse({ path: fileOf(stack), log });
  try {
    await refresh({ db, warehouse, clock: systemClock, log, observe: () => undefined });
  } finally {
    await warehouse.close();
  }
}

/** Gives back the disk space of a warehouse that will not be refreshed again, with its archive. */
export async function removeWarehouse(stack: Stack): Promise<void> {
  await stack.sql('delete from archive_files');
  for (const path of [fileOf(stack), `${fileOf(stack)}.archive`])
    await rm(path, { recursive: true, force: true });
}
