import type { Command } from 'commander';
import type { Config } from '../../../src/config.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { rotateKey } from '../../../src/stores/plates/rotate-key.ts';
import { sealStored } from '../../../src/stores/plates/seal-stored.ts';
import type { Postgres } from '../../../src/stores/postgres.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';
import { withNewKey } from '../../plate-keys.ts';

/** One at a time: each writes the file of the embedded database, too. */
const ROTATE_LOCK = 7_105_204;
const JSON_OUTPUT = 'one JSON object on stdout';

export function addPlates(program: Command): void {
  const plates = program.command('plates').description('how plates are stored');
  addSeal(plates);
  addRotate(plates);
}

function addSeal(plates: Command): void {
  plates
    .command('seal')
    .description('seal plates that are stored plain; no process of an older version may run')
    .option('--json', JSON_OUTPUT)
    .action(async (options: OutputOptions) => {
      await withDatabase('plates', async (db, { signal }) => {
        const count = await sealStored({ db, signal });
        print(options, { sealed: count }, [`${counted(count, 'row')} sealed: no plate is plain.`]);
      });
    });
}

function addRotate(plates: Command): void {
  plates
    .command('rotate')
    .description('wrap the key of plates with the first key of HEXLOT_PLATE_KEY, or a new one')
    .option('--json', JSON_OUTPUT)
    .action(async (options: OutputOptions) => {
      await withDatabase('plates', async (db, { config }) => {
        const isRotated = await rotate(db, config);
        const line = isRotated
          ? 'The first key opens the plates. Older ones are needed for older backups only.'
          : 'The first key opens the plates already.';
        print(options, { rotated: isRotated }, [line]);
      });
    });
}

async function rotate(db: Postgres, config: Config): Promise<boolean> {
  const lock = await db.tryLock(ROTATE_LOCK);
  if (lock === undefined) throw new Error('another process rotates the key at this moment');
  try {
    return await withNewKey(config, (keys) => rotateKey(db, keys));
  } finally {
    await lock.release();
  }
}
