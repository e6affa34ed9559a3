import {
  fixedPriceColumns,
  namedPriceColumns,
  type PriceColumns,
} from '../tables/price-columns.ts';
import type { TagDialect } from './dialect.ts';

/** Where a format has price lists. */
export function priceColumnsOf(dialect: TagDialect): PriceColumns {
  switch (dialect.name) {
    case 'table':
      return namedPriceColumns(dialect.named);
    case 'osm':
      return fixedPriceColumns('charge', true);
    case 'parkapi_v3':
      return fixedPriceColumns('fee_description');
    case 'parkapi':
      return fixedPriceColumns(undefined);
  }
}
