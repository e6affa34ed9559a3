import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A small mail server on this machine that takes every mail, or refuses each recipient. */
export async function startSmtpServer() {
  /** Each mail as it came: envelope and content. */
  const mails: { to: string; data: string }[] = [];
  let refuses = false;
  const server = createServer((socket) => serve(socket, mails, () => refuses));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse(isRefusing: boolean) {
      refuses = isRefusing;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function serve(socket: Socket, mails: { to: string; data: string }[], refuses: () => boolean) {
  let text = '';
  let to = '';
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string) => {
    if (/^DATA/i.test(line)) {
      isData = true;
      return say('354 go on');
    }
    if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n');
    to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to;
    const isRefused = /^RCPT/i.test(line) && refuses();
    return say(isRefused ? `550 no such user: ${to}` : '250 OK');
  };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    text += bytes;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) return;
      const part = text.slice(0, at);
      text = text.slice(at + end.length);
      if (!isData) answer(part);
      else {
        isData = false;
        mails.push({ to, data: part });
        say('250 taken');
      }
    }
  });
  say('220 test');
}
