import { agentsPage } from './agents/list.ts';
import { auditPage } from './audit/list.ts';
import type { DashboardPage } from './dashboard-page.ts';
import { mandatesPage } from './mandates/list.ts';
import { requestPage } from './requests/request.ts';
import { usagePage } from './usage/usage.ts';
import { deliveryPage } from './webhooks/delivery.ts';
import { webhooksPage } from './webhooks/list.ts';
import { newWebhookPage } from './webhooks/new.ts';
import { webhookPage } from './webhooks/webhook.ts';

/** Pages about what programs do here, and the log of what was done. */
export const programPages: readonly DashboardPage[] = [
  agentsPage,
  mandatesPage,
  usagePage,
  requestPage,
  webhooksPage,
  newWebhookPage,
  webhookPage,
  deliveryPage,
  auditPage,
];
