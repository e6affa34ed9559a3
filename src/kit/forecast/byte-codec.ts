/** The byte for a figure that is not known. */
const UNKNOWN = 255;
/** A float that is not a number. */
const NAN_BITS = 0x7fc00000;

/**
 * Numbers one after another in bytes. Each call writes its argument, or reads what is there: it
 * returns the number, or fills the array.
 */
export type ByteCodec = {
  byte(value: number): number;
  short(value: number): number;
  integer(value: number): number;
  float(value: number): number;
  floats(values: Float32Array): void;
  bytes(values: Uint8Array): void;
  /** A byte that counts steps of a size, from 0 to 254 of them; NaN is kept. */
  step(value: number, size: number): number;
  steps(values: Float32Array, size: number): void;
  /** At the end; null is nothing there. */
  lastInteger(value: number | null): number | null;
  /** Bytes used so far. */
  length(): number;
};

export function byteWriter(buffer: Uint8Array): ByteCodec {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let at = 0;
  const after = (size: number) => {
    at += size;
    return at - size;
  };
  const codec: ByteCodec = {
    length: () => at,
    byte(value) {
      view.setUint8(after(1), value);
      return value;
    },
    short(value) {
      view.setUint16(after(2), value, true);
      return value;
    },
    integer(value) {
      view.setUint32(after(4), value, true);
      return value;
    },
    float(value) {
      // There are many bit patterns of NaN, and any may come out of a computation.
      if (Number.isNaN(value)) view.setUint32(after(4), NAN_BITS, true);
      else view.setFloat32(after(4), value, true);
      return value;
    },
    lastInteger: (value) => (value === null ? null : codec.integer(value)),
    floats(values) {
      for (const value of values) codec.float(value);
    },
    bytes: (values) => buffer.set(values, after(values.length)),
    step(value, size) {
      const steps = Math.max(0, Math.min(UNKNOWN - 1, Math.round(value / size)));
      codec.byte(Number.isNaN(value) ? UNKNOWN : steps);
      return value;
    },
    steps(values, size) {
      for (const value of values) codec.step(value, size);
    },
  };
  return codec;
}

export function byteReader(bytes: Uint8Array): ByteCodec {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const after = (size: number) => {
    at += size;
    return at - size;
  };
  const fill = (values: Float32Array, read: () => number) => {
    for (let i = 0; i < values.length; i += 1) values[i] = read();
  };
  const codec: ByteCodec = {
    length: () => at,
    byte: () => view.getUint8(after(1)),
    short: () => view.getUint16(after(2), true),
    integer: () => view.getUint32(after(4), true),
    float: () => view.getFloat32(after(4), true),
    lastInteger: () => (at < bytes.length ? codec.integer(0) : null),
    floats: (values) => fill(values, () => codec.float(0)),
    bytes(values) {
      const from = after(values.length);
      values.set(bytes.subarray(from, at));
    },
    step: (_value, size) => stepAt(bytes, after(1), size),
    steps: (values, size) => fill(values, () => codec.step(0, size)),
  };
  return codec;
}

/** The figures that all 256 bytes stand for, for those who read many. */
export function stepTable(size: number): Float32Array {
  const bytes = Uint8Array.from({ length: UNKNOWN + 1 }, (_, byte) => byte);
  return Float32Array.from(bytes, (byte) => stepAt(bytes, byte, size));
}

/** The figure that a byte written by `step` stands for. */
export function stepAt(bytes: Uint8Array, at: number, size: number): number {
  const steps = bytes[at] ?? UNKNOWN;
  return steps === UNKNOWN ? Number.NaN : steps * size;
}
