import type { Operation } from '../../operation.ts';
import { createLotBatchOperation } from './batch.ts';
import { listLotChangesOperation } from './changes.ts';
import { createLotOperation } from './create.ts';
import { deleteLotOperation } from './delete.ts';
import { lotExportOperations } from './exports.ts';
import { getLotOperation } from './get.ts';
import { getOccupancyOperation } from './get-occupancy.ts';
import { importLotsOperation } from './import/create.ts';
import { listLotsOperation } from './list.ts';
import { createOccupancyOperation } from './occupancy.ts';
import { compareLotsWithOsmOperation } from './osm-differences/create.ts';
import { getLotOsmTagsOperation } from './osm-tags.ts';
import { rateOperations } from './rates/operations.ts';
import { searchParkingOperation } from './search.ts';
import { updateLotOperation } from './update.ts';

export const lotOperations: readonly Operation[] = [
  searchParkingOperation,
  createLotOperation,
  listLotsOperation,
  createLotBatchOperation,
  importLotsOperation,
  compareLotsWithOsmOperation,
  listLotChangesOperation,
  getLotOperation,
  updateLotOperation,
  deleteLotOperation,
  createOccupancyOperation,
  getOccupancyOperation,
  ...rateOperations,
  getLotOsmTagsOperation,
  ...lotExportOperations,
];
