import type { DashboardPage } from '../dashboard-page.ts';
import { serverDeliveriesPage } from './deliveries.ts';
import { serverOperatorPage } from './operator.ts';
import { serverOperatorsPage } from './operators.ts';
import { serverOverviewPage } from './overview.ts';
import { serverPipelinesPage } from './pipelines.ts';

/** How the whole server does, for people of the operator that owns it; the same in both modes. */
export const serverPages: readonly DashboardPage[] = [
  serverOverviewPage,
  serverOperatorsPage,
  serverOperatorPage,
  serverPipelinesPage,
  serverDeliveriesPage,
];
