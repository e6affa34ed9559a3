import { INVOICES } from './money/invoices.ts';
import { LEDGER } from './money/ledger.ts';
import { PAYEES } from './money/payees.ts';
import { PROCESSOR_EVENTS } from './money/processor-events.ts';
import { PROCESSORS } from './money/processors.ts';
import { RECONCILIATION } from './money/reconciliation.ts';
import type { Mutant } from './mutant.ts';

export const MONEY_WING: readonly Mutant[] = [
  ...INVOICES,
  ...LEDGER,
  ...PAYEES,
  ...PROCESSOR_EVENTS,
  ...PROCESSORS,
  ...RECONCILIATION,
];
