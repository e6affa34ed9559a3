import type { Operation } from '../../operation.ts';
import { activateReservationOperation } from './activate.ts';
import { cancelReservationOperation } from './cancel.ts';
import { reserveOperation } from './create.ts';
import { getReservationOperation } from './get.ts';
import { listReservationsOperation } from './list.ts';

export const reservationOperations: readonly Operation[] = [
  reserveOperation,
  listReservationsOperation,
  getReservationOperation,
  activateReservationOperation,
  cancelReservationOperation,
];
