import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApi } from '../../../../bin/serve-api.ts';
import { newId } from '../../../../src/access/ids.ts';
import { checkOwner } from '../../../../src/access/operators/check-owner.ts';
import { readConfig } from '../../../../src/config.ts';
import { openServices } from '../../../../src/services/open-services.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addOperator } from '../people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const OWNER = 'HEXLOT_OWNER_OPERATOR';
const ownerIn = (value?: string) => readConfig({ [OWNER]: value }).ownerOperatorId;

test('unless it is set, nobody owns the server', async () => {
  expect(ownerIn()).toBeUndefined();
  expect(ownerIn('')).toBeUndefined();
  await checkOwner(database.db, { ownerOperatorId: undefined });
});

test.each(['1', 'op_1', 'Elm Parking', `key_${'0'.repeat(32)}`, `op_${'g'.repeat(32)}`])(
  'what is no id of an operator is refused by the name of the variable: %s',
  (value) => {
    expect(() => ownerIn(value)).toThrow(new RegExp(`^${OWNER} must be the id of an operator`));
  },
);

test('an operator that is there may own the server', async () => {
  const operatorId = await addOperator(database);
  expect(ownerIn(operatorId)).toBe(operatorId);
  await checkOwner(database.db, { ownerOperatorId: operatorId });
});

test('one that is not there prevents the start, and the variable is named', async () => {
  const id = newId('op');
  const config = readConfig({ [OWNER]: id, HEXLOT_PORT: '0', HEXLOT_LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const services = await openServices({ config, log, db: database.db });
  await expect(serveApi(services)).rejects.toThrow(
    `${OWNER} names no operator of this database: ${id}`,
  );
});
