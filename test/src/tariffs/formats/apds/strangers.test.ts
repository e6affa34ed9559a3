import { expect, test } from 'vitest';
import { readApdsRateTable } from '../../../../../src/tariffs/formats/apds/read-apds-rate-table.ts';
import { cost, READING } from '../draw-tariffs.ts';
import { refusedField } from '../refusal.ts';
import { STRANGERS } from './strangers.ts';

test.each(STRANGERS)('$name', (one) => {
  if ('refused' in one) {
    expect(refusedField(() => readApdsRateTable(one.given, READING))).toBe(one.refused);
    return;
  }
  const tariff = readApdsRateTable(one.given, READING);
  for (const [begin, minutes, cents] of one.costs) {
    const startedAt = new Date(`2026-06-10T${begin}:00+02:00`);
    expect(cost(tariff, { startedAt, minutes }), `${begin} ${minutes}`).toBe(cents);
  }
});
