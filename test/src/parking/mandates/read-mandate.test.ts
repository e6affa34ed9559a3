import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MandateRules } from '../../../../src/access/mandates/mandate.ts';
import { AppError } from '../../../../src/kit/errors.ts';
import { readMandate } from '../../../../src/parking/mandates/read-mandate.ts';
import { REFUSED, UNDERSTOOD } from '../../../stage/mandate-inputs.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';

let parking: Parking;
let lotId: string;
let sandboxLotId: string;
beforeAll(async () => {
  parking = await openParking();
  lotId = await parking.addLot();
  sandboxLotId = await parking.addLot({ livemode: false });
});
afterAll(() => parking.database.drop());

const read = (input: unknown) => readMandate(parking.db, { livemode: true }, input);

const parse = (text: string): unknown =>
  JSON.parse(text.replaceAll('LOT', lotId).replaceAll('SANDBOX', sandboxLotId));

test('mandates as strangers write them are read as they are meant, or refused by the field', async () => {
  const wrong: unknown[] = [];
  const refusals: string[] = [];
  for (const [text, meant] of UNDERSTOOD) {
    const rules = await read(parse(text)).catch((error: unknown) => {
      refusals.push(`${text}: ${error}`);
    });
    const expected = JSON.parse(JSON.stringify(meant).replaceAll('LOT', lotId));
    const differs =
      rules &&
      Object.keys(expected).some(
        (name) =>
          JSON.stringify(rules[name as keyof MandateRules]) !== JSON.stringify(expected[name]),
      );
    if (differs) wrong.push([text, rules]);
  }
  for (const [text, field] of REFUSED) {
    const answer = await read(parse(text)).catch((error: unknown) => error);
    const details = answer instanceof AppError ? answer.details : undefined;
    const named = Array.isArray(details) ? details.map((one) => one.field) : undefined;
    if (named?.join() !== field) wrong.push([text, named ?? answer]);
  }
  expect({ wrong, refusals }).toEqual({ wrong: [], refusals: [] });
});

test('a mandate for the test world names lots of the test world', async () => {
  const sandbox = { livemode: false };
  await expect(
    readMandate(parking.db, sandbox, { lot_ids: [sandboxLotId.toUpperCase()] }),
  ).resolves.toMatchObject({ lotIds: [sandboxLotId] });
  await expect(readMandate(parking.db, sandbox, { lot_ids: [lotId] })).rejects.toThrow(lotId);
});

test('a mandate has at most 100 lots', async () => {
  const many = Array.from({ length: 101 }, () => lotId);
  await expect(read({ lot_ids: many })).rejects.toMatchObject({
    details: [{ field: 'mandate.lot_ids' }],
  });
});
