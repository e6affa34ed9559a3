import { copyFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingProgram, runProgram } from '../../found-program.ts';
import { type ClientStage, openClientStage } from './client-stage.ts';

// The types of openapi-typescript and the client openapi-fetch. Both are found by the path: with
// `npm install openapi-typescript openapi-fetch` somewhere, its node_modules/.bin belongs there.

const missing = missingProgram([['openapi-typescript', '--version']]);
if (missing !== undefined) console.log(`skipped: ${missing}`);
const run = test.skipIf(missing !== undefined);
const TSC = 'node_modules/typescript/bin/tsc';

/** The node_modules in which a program of the path is installed. */
function modulesOf(program: string): string {
  for (const folder of process.env.PATH?.split(delimiter) ?? [])
    try {
      const file = realpathSync(join(folder, program));
      return file.slice(0, file.indexOf('node_modules') + 'node_modules'.length);
    } catch {
      // It is in another folder of the path.
    }
  throw new Error(`${program} is not on the path`);
}

let stage: ClientStage;
beforeAll(async () => {
  if (missing !== undefined) return;
  stage = await openClientStage();
  const { folder } = stage;
  symlinkSync(modulesOf('openapi-typescript'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync('test/faults/clients/park.txt', join(folder, 'park.ts'));
  const files = [join(folder, 'openapi.json'), '-o', join(folder, 'schema.d.ts')];
  await runProgram('openapi-typescript', files);
});
afterAll(() => stage?.stop());

run('the program fits the types that are made of the document', async () => {
  const options =
    '--ignoreConfig --noEmit --strict --target es2024 --module nodenext --skipLibCheck';
  const args = [...options.split(' '), '--allowImportingTsExtensions', '--types', 'node'];
  const roots = ['--typeRoots', join(process.cwd(), 'node_modules/@types')];
  const file = join(stage.folder, 'park.ts');
  const said = await runProgram(process.execPath, [TSC, ...args, ...roots, file]);
  expect(said).toBe('');
});

run('the client parks a car, with the ids that answers give it', async () => {
  const file = join(stage.folder, 'park.ts');
  const { env } = stage;
  const said = await runProgram(process.execPath, [file], { env, cwd: dirname(file) });
  expect(JSON.parse(said)).toEqual({
    lot_id: stage.lotId,
    is_same: true,
    extended_count: 1,
    status: 'completed',
    refused: 404,
  });
});
