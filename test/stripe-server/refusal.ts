/** An error that is answered in the shape of Stripe's. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: { type: string; message: string } & Record<string, unknown>;

  constructor(status: number, error: Refusal['error']) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}
