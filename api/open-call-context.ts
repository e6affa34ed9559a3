import { openKeyring } from '../src/access/keys/keyring.ts';
import { createBudgets } from './access/budgets.ts';
import type { App, CallContext } from './app.ts';
import { errorPage } from './connect/error-page.ts';
import { deprecationLines } from './document/deprecation-lines.ts';
import { makeDocument } from './document/document.ts';
import { describeApi } from './document/openapi.ts';
import { homePage } from './home/home-page.ts';
import { openOAuth } from './oauth/oauth.ts';
import type { Operation } from './operation.ts';
import type { PriceItem } from './price/price-item.ts';

/**
 * Opens what answering calls of these operations needs; all ways to call share one set of budgets.
 * The caller closes the keyring.
 */
export function openCallContext(app: App, operations: readonly Operation[]): CallContext {
  const { baseUrl } = app.config;
  const keyring = openKeyring(app);
  return {
    api: {
      ...app,
      startedAt: app.clock.now(),
      openApi: describeApi(operations, baseUrl),
      homePage: makeDocument('text/html', homePage(operations, baseUrl)),
      priceList: priceList(operations),
      deprecations: deprecationLines(operations),
    },
    keyring,
    oauth: openOAuth({ ...app, keyring, errorPage }),
    budgets: createBudgets(app.clock),
  };
}

/** The operations that are sold, in the order in which they are given. */
function priceList(operations: readonly Operation[]): PriceItem[] {
  return operations.flatMap(({ price, rereadPrice = null, confidence, ...operation }) => {
    if (price === undefined || confidence === undefined) return [];
    const { operationId, method, path, summary, budgets } = operation;
    return [
      {
        ...{ operationId, method, path, summary, budgets, confidence },
        costCents: price,
        rereadCostCents: rereadPrice,
      },
    ];
  });
}
