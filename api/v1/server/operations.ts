import type { Operation } from '../../operation.ts';
import { getServerBudgetsOperation } from './budgets/get.ts';
import { getServerOperatorOperation } from './operators/get.ts';
import { listServerOperatorsOperation } from './operators/list.ts';
import { getServerPipelinesOperation } from './pipelines/get.ts';
import { listServerWebhooksOperation } from './webhooks/list.ts';

/** What the owner of the server sees of all of it, the same in both modes. */
export const serverOperations: readonly Operation[] = [
  listServerOperatorsOperation,
  getServerOperatorOperation,
  getServerPipelinesOperation,
  listServerWebhooksOperation,
  getServerBudgetsOperation,
];
