import type { App } from '../app.ts';
import type { Operation } from '../operation.ts';
import { auditAgentCall } from './audit-agent-call.ts';
import type { Exchange } from './exchange.ts';
import { recordCall } from './record-call.ts';

/** Has written what is kept of a call of an operation, once it is answered with this status. */
export function finishCall(
  app: Pick<App, 'agentAudit' | 'calls'>,
  operation: Operation,
  exchange: Exchange,
  status: number,
): void {
  auditAgentCall(app, operation, exchange, status);
  recordCall(app, operation, exchange, status);
}
