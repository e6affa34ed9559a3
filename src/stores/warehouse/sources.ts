/** An append-only table of Postgres that is drained into a raw table of the warehouse. */
export type Source = {
  name: string;
  /** The statement of Postgres that reads its rows after a position: columns are the table's. */
  read: string;
  table: string;
  /** The step of a refresh that drains it. */
  step: string;
};

/** In the order in which they are drained. */
export const SOURCES: readonly Source[] = [
  { name: 'audit_log', read: 'audit_read_batch', table: 'raw_audit', step: 'drain-audit' },
  {
    name: 'search_log',
    read: 'searches_read_batch',
    table: 'raw_searches',
    step: 'drain-searches',
  },
];
