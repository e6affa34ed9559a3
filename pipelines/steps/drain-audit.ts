import type { RefreshContext } from '../step.ts';
import { drain } from './drain.ts';

/** Audit rows after the watermark -> raw_audit. */
export function drainAudit(context: RefreshContext): Promise<number> {
  return drain(context, {
    source: 'audit_log',
    table: 'raw_audit',
    read: ({ tx, id }, rowCountMax) =>
      context.db.readTexts('audit_read_batch', { tx, audit_id: id, row_count_max: rowCountMax }),
    beforeCommit: () => context.observe('drain-audit appended'),
  });
}
