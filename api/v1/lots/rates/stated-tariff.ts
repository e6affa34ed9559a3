import type { Static } from 'typebox';
import { notTogether } from '../../../../src/kit/errors.ts';
import { ApdsRateTableInput } from '../../../../src/tariffs/formats/apds/apds-shape.ts';
import { readApdsRateTable } from '../../../../src/tariffs/formats/apds/read-apds-rate-table.ts';
import type { Reading } from '../../../../src/tariffs/formats/check-converted.ts';
import { OcpiTariffInput } from '../../../../src/tariffs/formats/ocpi/ocpi-shape.ts';
import { readOcpiTariff } from '../../../../src/tariffs/formats/ocpi/read-ocpi-tariff.ts';
import type { TariffInput } from '../../../../src/tariffs/input/read-tariff.ts';
import { showTariff } from '../../../../src/tariffs/input/show-tariff.ts';
import { TariffInputShape } from '../../../../src/tariffs/input/tariff-shape.ts';

/** A tariff in a request, in our form or in that of a standard. */
export const TARIFF_INPUTS = {
  tariff: TariffInputShape,
  ocpi_tariff: OcpiTariffInput,
  apds_rate_table: ApdsRateTableInput,
};

export type StatedTariff = {
  [Name in keyof typeof TARIFF_INPUTS]?: Static<(typeof TARIFF_INPUTS)[Name]>;
};

/** In our form; undefined: none is given. Errors: BAD_REQUEST naming the field. */
export function statedTariff(given: StatedTariff, reading: Reading): TariffInput | undefined {
  const [name, other] = namesOf(given);
  if (name !== undefined && other !== undefined) throw notTogether(name, other);
  const { tariff, ocpi_tariff: ocpi, apds_rate_table: apds } = given;
  if (ocpi !== undefined) return showTariff(readOcpiTariff(ocpi, reading), reading.currency);
  if (apds !== undefined) return showTariff(readApdsRateTable(apds, reading), reading.currency);
  return tariff;
}

/** Under which name a tariff is given; undefined: none is. */
export const nameOf = (given: StatedTariff) => namesOf(given)[0];

function namesOf(given: StatedTariff) {
  const names = ['tariff', 'ocpi_tariff', 'apds_rate_table'] as const;
  return names.filter((name) => given[name] !== undefined);
}
