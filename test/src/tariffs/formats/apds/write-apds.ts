import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { writeApdsRateTable } from '../../../../../src/tariffs/formats/apds/write-apds-rate-table.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { CURRENCY, READING } from '../draw-tariffs.ts';

const published = JSON.parse(
  readFileSync(new URL('../../../../api/feeds/apds/apds-4.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, ['date-time', 'email']);
for (const format of ['url', 'float', 'time']) ajv.addFormat(format, true);
const isRateTable = ajv.compile({ $ref: '#/$defs/RateTable', $defs: published.$defs });

/** What is written is a RateTable by the published schema. */
export function writeApds(tariff: Tariff, currency = CURRENCY) {
  const written = writeApdsRateTable(tariff, {
    ...{ id: 'lot_1', version: 7, name: 'Harbour', currency, validFrom: READING.from },
    availability: 'public',
  });
  if (written.rateTable !== null)
    expect(isRateTable(written.rateTable), ajv.errorsText(isRateTable.errors)).toBe(true);
  return written;
}
