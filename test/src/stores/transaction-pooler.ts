import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A pool in front of a database that lends a connection for one transaction at a time. */
type TransactionPooler = {
  connectionString: string;
  close(): Promise<void>;
};

const SSL_REQUEST = 80_877_103;
const STARTUP_BYTES = 8;

/** A message of PostgreSQL's protocol 3: a type, the length of all after it, and the rest. */
function message(type: string, rest: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(rest.length + 4);
  return Buffer.concat([Buffer.from(type), length, rest]);
}

const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', Buffer.from('server_version\0' + '18.0\0')),
  message('K', Buffer.from('12345678')),
  message('Z', Buffer.from('I')),
]);

/** Calls `onMessage` for each whole message of a stream, beginning with the bytes `rest`. */
function readMessages(socket: Socket, onMessage: (type: string, bytes: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
  socket.on('data', take);
  return take;
}

type Lent = { socket: Socket; borrower: Borrower | undefined };
type Borrower = { socket: Socket; lent: Lent | undefined; waiting: Buffer[] };

/**
 * Opens a pool of `size` connections, which drops the settings of those who connect, as PgBouncer
 * does with the ones that it is set to ignore.
 */
export async function openTransactionPooler(
  connectionString: string,
  { size, settings = {} }: { size: number; settings?: pg.ClientConfig },
): Promise<TransactionPooler> {
  const clients = Array.from(
    { length: size },
    () => new pg.Client({ connectionString, ...settings }),
  );
  const free: Lent[] = [];
  const queue: Borrower[] = [];
  for (const client of clients) {
    client.on('error', () => undefined);
    await client.connect();
    // From here on only its socket is used.
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    stream.on('error', () => undefined);
    const lent: Lent = { socket: stream, borrower: undefined };
    readMessages(stream, (type, bytes) => {
      lent.borrower?.socket.write(bytes);
      if (type === 'Z' && bytes.toString('latin1', 5) === 'I') giveBack(lent);
    });
    free.push(lent);
  }

  function giveBack(lent: Lent): void {
    if (lent.borrower !== undefined) lent.borrower.lent = undefined;
    lent.borrower = undefined;
    free.push(lent);
    const next = queue.shift();
    if (next !== undefined) pass(next);
  }

  function pass(borrower: Borrower): void {
    borrower.lent ??= free.pop();
    if (borrower.lent === undefined) {
      if (!queue.includes(borrower)) queue.push(borrower);
      return;
    }
    borrower.lent.borrower = borrower;
    for (const bytes of borrower.waiting.splice(0)) borrower.lent.socket.write(bytes);
  }

  const server = createServer((socket) => {
    const borrower: Borrower = { socket, lent: undefined, waiting: [] };
    socket.on('error', () => undefined);
    socket.on('data', function greet(bytes: Buffer) {
      if (bytes.length === STARTUP_BYTES && bytes.readInt32BE(4) === SSL_REQUEST)
        return void socket.write('N');
      socket.off('data', greet);
      readMessages(socket, (type, sent) => {
        if (type === 'X') return void socket.end();
        borrower.waiting.push(Buffer.from(sent));
        pass(borrower);
      });
      socket.write(WELCOME);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(connectionString);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connectionString: address.href,
    async close() {
      server.close();
      for (const { socket } of free) socket.destroy();
      await once(server, 'close');
    },
  };
}
