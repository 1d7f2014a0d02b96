import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from './free-port.ts';

/** What the receiver has heard and not yet answered; at `data` it has said that it listens, and the mail is on its way. */
export type SmtpStage = 'connect' | 'mail-from' | 'recipient' | 'data' | 'end-of-data' | 'answered';

export type Behaviour =
  | 'accept'
  /** Refuses with this code, 4xx or 5xx, and these words. */
  | { refuse: number; saying?: string }
  /** Says nothing more. */
  | 'hang'
  /** Ends the connection without a word. */
  | 'cut'
  /** Takes the mail and ends the connection before it says so; for `end-of-data` only. */
  | 'accept-and-cut';

type Behave = (stage: SmtpStage, mail: Partial<ReceivedMail>) => Behaviour | Promise<Behaviour>;

export interface ReceivedMail {
  /** With its angle brackets. */
  messageId: string;
  from: string;
  to: string[];
  raw: string;
}

export interface SmtpReceiver {
  url: string;
  port: number;
  /** What it has taken responsibility for, in the order of its answers. */
  accepted: ReceivedMail[];
  /** Asked at every stage; answers what to do. May look at what was heard. */
  behave(behaviour: Behave): void;
  stop(): Promise<void>;
}

/**
 * A real SMTP server on loopback that behaves as told.
 * @param port a free one by default
 * @param options of the server itself: what it announces and asks for
 */
export async function startSmtpReceiver(port = 0, options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
  const accepted: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let behave: Behave = () => 'accept';

  type Answer = (error?: Error | null) => void;

  async function react(stage: SmtpStage, mail: Partial<ReceivedMail>, answer: Answer) {
    const behaviour = await behave(stage, mail);
    if (behaviour === 'accept') answer();
    else if (behaviour === 'accept-and-cut') {
      accepted.push(mail as ReceivedMail);
      cutAll();
    } else if (behaviour === 'cut') cutAll();
    else if (behaviour !== 'hang') {
      const { refuse, saying = 'Told to refuse' } = behaviour;
      answer(Object.assign(new Error(saying), { responseCode: refuse }));
    }
  }

  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    ...options,
    onConnect: (_session, answer) => react('connect', {}, answer),
    onMailFrom: (address, _session, answer) => react('mail-from', { from: address.address }, answer),
    onRcptTo: (address, _session, answer) => react('recipient', { to: [address.address] }, answer),
    onData(stream, session, answer) {
      const { mailFrom, rcptTo } = session.envelope;
      const heard = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
      };
      react('data', heard, (refusal) => {
        text(stream).then(
          (raw) => {
            if (refusal) return answer(refusal);
            const messageId = /^message-id: *(\S+)/im.exec(raw)?.[1] ?? '';
            const mail = { ...heard, raw, messageId };
            react('end-of-data', mail, (error) => {
              if (!error) accepted.push(mail);
              answer(error ?? null);
              react('answered', mail, () => {});
            });
          },
          () => cutAll(),
        );
      });
    },
  });
  // A client that is killed in the middle is part of the tests.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listeningOn = port || (await freePort());
  server.listen(listeningOn, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${listeningOn}`,
    port: listeningOn,
    accepted,
    behave(behaviour) {
      behave = behaviour;
    },
    async stop() {
      cutAll();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
