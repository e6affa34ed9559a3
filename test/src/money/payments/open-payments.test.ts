import { expect, test } from 'vitest';
import { withinTime } from '../../../../src/money/payments/open-payments.ts';
import type { PaymentGateway } from '../../../../src/parking/payments/gateway.ts';

const never = () => new Promise<never>(() => {});
const CAPTURE = { paymentIntentId: 'pi', amountMinor: 1, currency: 'cad', idempotencyKey: 'k' };
const INTENT = { ...CAPTURE, sessionId: 'ses', rehearsal: null };

const SILENT: PaymentGateway = {
  createIntent: never,
  clientSecret: never,
  cancelIntent: never,
  capture: never,
  refund: never,
};

test('every call to a processor ends within the time limit', async () => {
  const payments = withinTime(SILENT, 1);
  const calls = [
    payments.createIntent(INTENT),
    payments.clientSecret('pi'),
    payments.cancelIntent('pi'),
    payments.capture(CAPTURE),
    payments.refund(CAPTURE),
  ];
  for (const call of calls)
    await expect(call).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      details: { reason: 'processor_timeout' },
    });
});

test('an answer in time, and an error, are passed on unchanged', async () => {
  const refund = () => Promise.reject(new Error('out of order'));
  const capture = async () => ({ status: 'captured' as const });
  const payments = withinTime({ ...SILENT, capture, refund }, 60_000);
  await expect(payments.capture(CAPTURE)).resolves.toEqual({ status: 'captured' });
  await expect(payments.refund(CAPTURE)).rejects.toThrow('out of order');
});
