import type { Operation } from '../../operation.ts';
import { createWebhookOperation } from './create.ts';
import { deleteWebhookOperation } from './delete.ts';
import { deliveryOperations } from './deliveries/operations.ts';
import { endPreviousSecretOperation } from './end-previous-secret.ts';
import { getWebhookOperation } from './get.ts';
import { listWebhooksOperation } from './list.ts';
import { replayWebhookEventsOperation } from './replay.ts';
import { rotateWebhookSecretOperation } from './rotate-secret.ts';
import { testWebhookOperation } from './test.ts';
import { updateWebhookOperation } from './update.ts';

export const webhookOperations: readonly Operation[] = [
  createWebhookOperation,
  listWebhooksOperation,
  getWebhookOperation,
  updateWebhookOperation,
  deleteWebhookOperation,
  rotateWebhookSecretOperation,
  endPreviousSecretOperation,
  testWebhookOperation,
  replayWebhookEventsOperation,
  ...deliveryOperations,
];
