import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggableError } from '../../../src/stores/loggable-error.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function refusalOf(statement: string, values: unknown[] = []): Promise<string> {
  const thrown = await database.sql(statement, values).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Error);
  return JSON.stringify(loggableError(new Error('no hold was placed', { cause: thrown })));
}

test.each([
  ['22P02', 'select $1::uuid'],
  ['42601', "select $1::text, ('''secret words')::tsquery"],
  ['54000', "select plainto_tsquery($1), repeat('secretwords', 300)::tsquery"],
])(
  'for a value that the database refuses, the code is logged (%s) and never the value',
  async (code, statement) => {
    const logged = await refusalOf(statement, ['secret words']);
    expect(logged).toContain(code);
    expect(logged).toContain('no hold was placed');
    expect(logged).not.toMatch(/secret ?words/);
  },
);

test('other messages of the database are logged', async () => {
  expect(await refusalOf('select 1 / 0, no_such_column')).toContain('no_such_column');
});
