import { enableCompileCache, flushCompileCache } from 'node:module';

// Dozens of these start in one run of the tests, so they share the compiled product.
enableCompileCache();
const { takeOrders } = await import('./orders.ts');
takeOrders();
flushCompileCache();
