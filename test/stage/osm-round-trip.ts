import { text } from 'node:stream/consumers';
import { createOperator } from '../../src/access/operators/create-operator.ts';
import { importLots } from '../../src/imports/lots/import-lots.ts';
import type { OpenBytes } from '../../src/kit/osm/files/open-bytes.ts';
import { osmFile } from '../../src/outbound/feeds/osm-feed.ts';
import type { OsmFormat } from '../../src/outbound/feeds/osm-forms.ts';
import type { TestDatabase } from './database.ts';

/** Imports a file as lots of a new operator, which allows their export. Returns the operator. */
export async function importFile({ owner }: TestDatabase, open: OpenBytes): Promise<string> {
  const operator = await createOperator(owner, { name: 'Somebody', plan: 'free', actorId: 'test' });
  await importLots(owner, {
    operatorId: operator.id,
    livemode: true,
    isOsmExportAllowed: true,
    open,
  });
  return operator.id;
}

/** The file that an operator's lots are exported as. */
export async function exportFile(
  { owner }: TestDatabase,
  format: OsmFormat,
  operatorId: string,
): Promise<string> {
  const selection = { livemode: true, operatorId };
  return text(osmFile(owner, format, selection, null));
}
