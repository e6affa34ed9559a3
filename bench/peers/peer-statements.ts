import { readFileSync } from 'node:fs';
import pg from 'pg';
import { numberParameters } from '../../src/stores/number-parameters.ts';

/** As text: a file of `bench/peers`. */
export function peerSql(name: string): string {
  return readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');
}

/** A pool like that of the service, whose statements are prepared once for each connection. */
export function openPeerDatabase(connectionString: string, poolSize: number) {
  const options = '-c timezone=UTC -c jit=off';
  const pool = new pg.Pool({ connectionString, max: poolSize, options });
  return {
    /** Prepares a statement of `bench/peers` for values by the names of its parameters. */
    prepare(name: string) {
      const { text, parameters } = numberParameters(peerSql(name));
      return async (values: Record<string, unknown>): Promise<pg.QueryResultRow[]> => {
        const inOrder = parameters.map((parameter) => values[parameter]);
        return (await pool.query({ name, text, values: inOrder })).rows;
      };
    },
    close: () => pool.end(),
  };
}
