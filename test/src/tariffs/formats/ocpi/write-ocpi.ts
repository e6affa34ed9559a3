import { writeOcpiTariff } from '../../../../../src/tariffs/formats/ocpi/write-ocpi-tariff.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { CURRENCY, READING } from '../draw-tariffs.ts';

export function writeOcpi(tariff: Tariff, currency = CURRENCY) {
  const owner = { id: 'rate_1', countryCode: 'DE', partyId: 'HEX' };
  return writeOcpiTariff(tariff, { ...owner, currency, updatedAt: READING.from });
}
