import type { Command } from 'commander';
import { addWebhooksListen } from './listen.ts';
import { addWebhooksVerify } from './verify.ts';

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('tools for the people who write a receiver of webhooks');
  addWebhooksListen(webhooks);
  addWebhooksVerify(webhooks);
}
