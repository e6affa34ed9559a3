import { callDispatcherOperation } from './agents/openai/actions.ts';
import { dispatchOperations } from './av-fleet/dispatch/operations.ts';
import { confirmationOperations } from './confirm/operations.ts';
import { documentOperations } from './documents.ts';
import { feedOperations } from './feeds/operations.ts';
import type { Operation } from './operation.ts';
import { accountOperations } from './v1/account-operations.ts';
import { nextEventsOperation } from './v1/events/next.ts';
import { eventOperations } from './v1/events/operations.ts';
import { healthOperations } from './v1/health/operations.ts';
import { localEventOperations } from './v1/local-events/operations.ts';
import { lotOperations } from './v1/lots/operations.ts';
import { moneyOperations } from './v1/money.ts';
import { reservationOperations } from './v1/reserve/operations.ts';
import { sessionOperations } from './v1/sessions/operations.ts';
import { webhookOperations } from './v1/webhooks/operations.ts';
import { v2Operations } from './v2/operations.ts';

/** Every endpoint, in the order of the OpenAPI document: nothing else mounts a path. */
export const routes: readonly Operation[] = [
  ...documentOperations,
  ...healthOperations,
  ...lotOperations,
  ...feedOperations,
  nextEventsOperation,
  ...localEventOperations,
  ...sessionOperations,
  ...moneyOperations,
  ...reservationOperations,
  ...dispatchOperations,
  ...accountOperations,
  ...webhookOperations,
  ...eventOperations,
  callDispatcherOperation,
  ...v2Operations,
  ...confirmationOperations,
];
