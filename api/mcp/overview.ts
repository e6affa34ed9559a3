import { readFileSync } from 'node:fs';
import { counted } from '../../src/kit/text/counted.ts';
import { type Coverage, countCoverage } from '../../src/parking/lots/count-coverage.ts';
import type { Api } from '../app.ts';

/** As `resources/list` shows it. */
export const OVERVIEW = {
  uri: 'docs://overview',
  name: 'overview',
  title: 'Hexlot for assistants',
  description: 'Tools, operations, authentication, errors, limits, and how much is covered.',
  mimeType: 'text/markdown',
};

/** Counting reads every lot, and nobody needs the newest figure. */
const KEPT_MS = 600_000;

const TEXT = readFileSync(new URL('../../docs/overview.md', import.meta.url), 'utf8');

type Kept = Readonly<{ coverage: Promise<Coverage>; at: number }>;

/**
 * The overview as Markdown: the document, the address, and what the mode of the reader covers,
 * which is counted at most every ten minutes.
 */
export function createOverview({ db, clock, config }: Pick<Api, 'db' | 'clock' | 'config'>) {
  const kept = new Map<boolean, Kept>();

  function coverageOf(livemode: boolean): Promise<Coverage> {
    const now = clock.now();
    const known = kept.get(livemode);
    if (known !== undefined && now - known.at < KEPT_MS) return known.coverage;
    const coverage = countCoverage(db, livemode);
    kept.set(livemode, { coverage, at: now });
    // A count that failed is counted again by the next reader.
    coverage.catch(() => kept.delete(livemode));
    return coverage;
  }

  return async (livemode: boolean): Promise<string> => {
    const { lotCount, cityCount, countryCount } = await coverageOf(livemode);
    const cities = counted(cityCount, 'city', 'cities');
    const countries = counted(countryCount, 'country', 'countries');
    return [
      `${TEXT}\n## Coverage\n`,
      `${counted(lotCount, 'lot')} can be found, in ${cities} and ${countries}.`,
      `The address of this service is ${config.baseUrl}.\n`,
    ].join('\n');
  };
}
