import { enableCompileCache, flushCompileCache } from 'node:module';

// Dozens of these begin in one run of the tests: they compile the product once between them.
enableCompileCache();
const { takeOrders } = await import('./orders.ts');
takeOrders();
flushCompileCache();
