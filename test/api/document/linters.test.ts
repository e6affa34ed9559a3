import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assistantApi } from '../../../api/document/assistant-api.ts';
import { describeApi } from '../../../api/document/openapi.ts';
import { v2Api } from '../../../api/document/v2-api.ts';
import { routes } from '../../../api/routes.ts';
import { deprecatedOperations } from '../reply/deprecated-operations.ts';

// The two linters that readers of the documents use, with all rules that they recommend. No rule is
// turned off.

const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
/** Nothing about this run is sent anywhere, and no newer version is asked for. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const document = describeApi(routes, 'https://api.example.org');
const documents = {
  whole: document,
  'part under v2': v2Api(document),
  'part for assistants': assistantApi(document),
  'whole where something will go': describeApi(
    [
      ...routes.filter(({ path }) => !path.endsWith('.geojson') && !path.endsWith('/actions')),
      ...deprecatedOperations,
    ],
    'https://api.example.org',
  ),
};
const run = promisify(execFile);

let folder: string;
let fileCount = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlot-lint-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function redocly(text: string): Promise<string[]> {
  const file = join(folder, `${++fileCount}.json`);
  await writeFile(file, text);
  const args = [REDOCLY, 'lint', file, '--extends=recommended', '--format=json'];
  const env = { ...process.env, ...OFFLINE };
  // It ends with 1 when it has found errors.
  const { stdout } = await run(process.execPath, args, { env }).catch((error) => error);
  const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(stdout);
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

async function spectralOf(description: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(rulesets.oas as RulesetDefinition);
  const found = await linter.run(JSON.parse(JSON.stringify(description)));
  return found.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`);
}

for (const [name, one] of Object.entries(documents)) {
  test.concurrent(`Redocly finds no error and no warning in the ${name}`, async () => {
    expect(await redocly(JSON.stringify(one))).toEqual([]);
  });

  test.concurrent(`Spectral finds no error and no warning in the ${name}`, async () => {
    expect(await spectralOf(one)).toEqual([]);
  });
}

test.concurrent('both say so when something is wrong', async () => {
  const info = { title: 'Nothing', version: '1' };
  const wrong = { ...document, info, tags: [], paths: {} };
  expect(await redocly(JSON.stringify(wrong))).toContain(
    'info-license: Info object should contain `license` field.',
  );
  expect((await spectralOf(wrong)).join()).toContain('info-contact');
});
