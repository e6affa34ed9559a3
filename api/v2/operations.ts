import type { Operation } from '../operation.ts';
import { intelligenceOperations } from './intelligence/operations.ts';
import { usageOperations } from './usage/operations.ts';

export const v2Operations: readonly Operation[] = [...intelligenceOperations, ...usageOperations];
