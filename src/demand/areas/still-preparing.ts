import { AppError } from '../../kit/errors.ts';

/** The error while nothing has been published. */
export function stillPreparing(): AppError {
  return new AppError('INTERNAL', 'the market figures are still being prepared; try again', {
    status: 503,
    headers: { 'Retry-After': '5' },
  });
}
