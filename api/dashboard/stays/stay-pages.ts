import type { DashboardPage } from '../dashboard-page.ts';
import { staysPage } from './list.ts';
import { platePage } from './plate.ts';
import { pendingRefundsPage } from './refunds.ts';
import { stayPage } from './stay.ts';

export const stayPages: readonly DashboardPage[] = [
  staysPage,
  platePage,
  stayPage,
  pendingRefundsPage,
];
