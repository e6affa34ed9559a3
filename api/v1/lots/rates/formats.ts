import { Type } from 'typebox';
import { ratesQuestion } from '../../../../src/demand/searches/search-by.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { findLot } from '../../../../src/parking/lots/find-lot.ts';
import type { Lot } from '../../../../src/parking/lots/lot-columns.ts';
import { ownerOf } from '../../../../src/parking/lots/own-lots.ts';
import { writeApdsRateTable } from '../../../../src/tariffs/formats/apds/write-apds-rate-table.ts';
import type { LeftOut } from '../../../../src/tariffs/formats/left-out.ts';
import { writeOcpiTariff } from '../../../../src/tariffs/formats/ocpi/write-ocpi-tariff.ts';
import { tariffOf } from '../../../../src/tariffs/offer-lot-rate.ts';
import { LOT_PARAMS } from '../../../fields/id-params.ts';
import { LotId } from '../../../fields/ids.ts';
import { defineLookUp } from '../../../reads/define-look-up.ts';
import { LeftOutShape } from './left-out-shape.ts';

/** What a Tariff of OCPI says of its owner: the service has no party of its own there. */
const [UNKNOWN_COUNTRY, PARTY] = ['ZZ', 'HXL'];

const inFormat = (name: string, standard: string) =>
  named(name, {
    value: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: `${standard}; null: it cannot say all, or nothing is posted`,
      }),
    ),
    left_out: Type.Array(LeftOutShape, {
      description: 'What it cannot say: a part of a price would read as another price',
    }),
  });

const Formats = named('RateFormats', {
  lot_id: LotId(),
  rate_id: nullable(Type.String({ description: 'Of the posted rate; null: imported, or none' })),
  ocpi_tariff: inFormat('OcpiFormat', 'A Tariff of OCPI 2.2.1'),
  apds_rate_table: inFormat('ApdsFormat', 'A RateTable of APDS 4'),
});

export const getRateFormatsOperation = defineLookUp({
  operationId: 'getRateFormats',
  path: '/api/v1/lots/{lot_id}/rates/formats',
  summary: 'What a lot posts, in the formats of standards',
  description:
    'The posted rate or tariff, never a dynamic price, as OCPI 2.2.1 and APDS 4 say it. Where a ' +
    'format cannot say all of it, left_out names what, by part. PUT rates takes both back.',
  tags: ['lots'],
  auth: { scope: 'lots:read' },
  budgets: ['read', 'agent_call'],
  params: LOT_PARAMS,
  answer: { formats: Formats },
  answerDescription: 'The posted rate in each format',
  records: { searchesOf: 'agents' },
  async find({ params, caller, livemode }, { db }) {
    const lot = await findLot(db, params.lot_id, livemode, ownerOf(caller));
    const body = { formats: { lot_id: lot.lotId, rate_id: lot.rateId, ...writeFormats(lot) } };
    return { answered: { question: ratesQuestion(lot, null) }, body };
  },
});

function writeFormats(lot: Lot) {
  const tariff = tariffOf(lot);
  const { lotId: id, currency, updatedAt } = lot;
  const none: { value: null; left_out: LeftOut[] } = { value: null, left_out: [] };
  if (tariff === null) return { ocpi_tariff: none, apds_rate_table: none };
  const countryCode = lot.country ?? UNKNOWN_COUNTRY;
  const ocpi = writeOcpiTariff(tariff, { id, countryCode, partyId: PARTY, currency, updatedAt });
  const apds = writeApdsRateTable(tariff, {
    ...{ id, version: updatedAt.getTime(), name: lot.name, currency, validFrom: updatedAt },
  });
  return {
    ocpi_tariff: whole(ocpi.tariff, ocpi.leftOut),
    apds_rate_table: whole(apds.rateTable, apds.leftOut),
  };
}

function whole<Value>(value: Value | null, leftOut: LeftOut[]) {
  return { value: leftOut.length === 0 ? value : null, left_out: leftOut };
}
