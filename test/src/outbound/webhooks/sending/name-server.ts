import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

export type NameAnswer = { addresses?: readonly string[]; cname?: string } | 'silence' | 'failure';

export type NameServer = {
  /** `address:port`, as resolvers want it. */
  address: string;
  /** The questions so far, such as `A hooks.example.com`. */
  asked: string[];
  close(): void;
};

const TYPES = { 1: 'A', 5: 'CNAME', 28: 'AAAA' } as const;
const IS_ANSWER = 0x8180;
const FAILURE_CODE = 2;
const NO_NAME_CODE = 3;
const HEADER_BYTES = 12;

/**
 * A name server on this machine. `answer` is asked for each question; undefined: there is no
 * such name. Nothing that it says may be kept (TTL 0).
 */
export async function openNameServer(
  answer: (name: string) => NameAnswer | undefined,
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, question } = readQuestion(query);
    asked.push(`${type} ${name}`);
    const found = answer(name);
    if (found === 'silence') return;
    const records = found === undefined || found === 'failure' ? [] : recordsOf(name, type, found);
    const head = Buffer.alloc(HEADER_BYTES);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(IS_ANSWER + codeOf(found), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, question, ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

function codeOf(answer: NameAnswer | undefined): number {
  if (answer === undefined) return NO_NAME_CODE;
  return answer === 'failure' ? FAILURE_CODE : 0;
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1) as keyof typeof TYPES] ?? 'other';
  return { name: labels.join('.'), type, question: query.subarray(HEADER_BYTES, at + 5) };
}

function recordsOf(name: string, type: string, found: Exclude<NameAnswer, string>): Buffer[] {
  const wanted = (found.addresses ?? []).filter(
    (address) => type === (isIPv4(address) ? 'A' : 'AAAA'),
  );
  const owner = found.cname ?? name;
  const alias = found.cname === undefined ? [] : [record(name, 5, nameBytes(found.cname))];
  const addresses = wanted.map((address) =>
    isIPv4(address)
      ? record(owner, 1, Buffer.from(address.split('.').map(Number)))
      : record(owner, 28, ipv6Bytes(address)),
  );
  return [...alias, ...addresses];
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(`\0${label}`, 'latin1'));
  for (const label of labels) label[0] = label.length - 1;
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}

/** The 16 bytes of an IPv6 address without an IPv4 part. */
function ipv6Bytes(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
}
