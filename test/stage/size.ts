/** Whether tests run at full size, as `npm run test:soak` does, or with less of everything. */
export const isFull = process.env.HEXLOT_TEST_SIZE === 'full';
