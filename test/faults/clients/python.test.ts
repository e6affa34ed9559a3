import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingProgram, runProgram } from '../../found-program.ts';
import { type ClientStage, openClientStage } from './client-stage.ts';

// The Python client of openapi-generator, which needs Java. `pip install openapi-generator-cli`
// brings the generator; the client itself needs pydantic, python-dateutil and urllib3.

const missing = missingProgram([
  ['openapi-generator-cli', 'version'],
  ['python3', '-c', 'import pydantic, dateutil, urllib3'],
]);
if (missing !== undefined) console.log(`skipped: ${missing}`);
const run = test.skipIf(missing !== undefined);
const PACKAGE = 'hexlot_client';
/** The name of a type as the generator makes the name of its file. */
const snake = (name: string) => name.replaceAll(/(?<!^)(?=[A-Z])/g, '_').toLowerCase();

let stage: ClientStage;
beforeAll(async () => {
  if (missing !== undefined) return;
  stage = await openClientStage();
  const asked = ['-g', 'python', '-i', join(stage.folder, 'openapi.json'), '-o', stage.folder];
  const options = `--additional-properties=packageName=${PACKAGE}`;
  await runProgram('openapi-generator-cli', ['generate', ...asked, options]);
});
afterAll(() => stage?.stop());

run('every type of the client is one that the document names', async () => {
  const files = readdirSync(join(stage.folder, PACKAGE, 'models'));
  const types = files.map((file) => file.replace('.py', '')).filter((name) => name !== '__init__');
  const { body } = await stage.api.request('GET', '/openapi.json');
  const named = Object.keys(body.components.schemas).map(snake);
  expect(types.length).toBeGreaterThan(200);
  expect(types.filter((type) => !named.includes(type))).toEqual([]);
});

run('the client parks a car, with the ids that answers give it', async () => {
  const args = ['test/faults/clients/park.py', stage.folder];
  const said = await runProgram('python3', args, { env: stage.env });
  expect(JSON.parse(said)).toEqual({
    lot_id: stage.lotId,
    is_same: true,
    listed: true,
    extended_count: 1,
    status: 'completed',
    types: ['FoundLot', 'Lot', 'Session', 'Pricing'],
    refused: 404,
  });
});

run('the client reads every answer in JSON', async () => {
  const args = ['test/faults/clients/read.py', stage.folder, stage.lotId];
  const said = JSON.parse(await runProgram('python3', args, { env: stage.env }));
  expect(said.faults).toEqual({});
  expect(said.read).toBeGreaterThan(35);
});
