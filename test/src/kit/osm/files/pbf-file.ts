import { deflateSync } from 'node:zlib';

/** Writes protocol buffers and PBF files piece by piece, so that tests can break any of them. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export function numberField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytesField(field: number, ...content: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

/** A blob with its header; `size` is what the header announces. */
export function blob(type: string, content: Uint8Array, size = content.length): Buffer {
  const header = Buffer.concat([bytesField(1, Buffer.from(type)), numberField(3, size)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, content]);
}

export function packed(...content: Uint8Array[]): Buffer {
  return bytesField(3, deflateSync(Buffer.concat(content)));
}

export const HEADER = blob('OSMHeader', packed(bytesField(4, Buffer.from('OsmSchema-V0.6'))));

/** The texts of a block, by number from 1. */
export function texts(...all: (string | Uint8Array)[]): Buffer {
  return bytesField(1, ...['', ...all].map((text) => bytesField(1, Buffer.from(text))));
}

export function block(...fields: Uint8Array[]): Buffer {
  return blob('OSMData', packed(...fields));
}
