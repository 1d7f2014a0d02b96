import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { ComposedMail } from './compose-mail.ts';
import { headerText } from './mail-address.ts';
import { deliveryTexts } from './texts.ts';
import type { MailTransport, Outcome } from './transport.ts';

interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where needed. */
  url: string;
  /** How long the server may be silent. One try takes at most twice as long. */
  timeoutMs: number;
}

// Whatever is short enough to leave at once, and long enough to hold the end of the message.
const lastBytes = 16;

/** One connection per mail. */
export function createSmtpTransport({ url, timeoutMs }: SmtpOptions): MailTransport {
  const { auth, ...options } = parseConnectionUrl(url);
  return {
    send(_id, mail, beforeLastBytes) {
      return new Promise<Outcome>((resolve) => {
        let isHandedOver = false;
        const connection = new SMTPConnection({
          ...options,
          connectionTimeout: timeoutMs,
          greetingTimeout: timeoutMs,
          socketTimeout: timeoutMs,
          dnsTimeout: timeoutMs,
          logger: false,
        });
        const deadline = setTimeout(() => end(null), timeoutMs * 2);
        const end = (error: NodemailerError | null) => {
          clearTimeout(deadline);
          resolve(outcomeOf(error, isHandedOver));
          connection.close();
        };
        const send = () => {
          const body = bodyOf(mail, async () => {
            await beforeLastBytes();
            isHandedOver = true;
          });
          connection.send({ ...mail.envelope, size: mail.bytes.length }, body, (error) => {
            if (error) return end(error);
            clearTimeout(deadline);
            resolve({ kind: 'sent', detail: deliveryTexts.sent });
            connection.quit();
          });
        };
        connection.once('error', end);
        connection.once('end', () => end(null));
        connection.connect((error) => {
          if (error) return end(error);
          if (!auth) return send();
          connection.login(auth, (failure) => (failure ? end(failure) : send()));
        });
      });
    },
  };
}

/** All but the end of the message, then a word to the caller, then the end. */
const bodyOf = ({ bytes }: ComposedMail, beforeLastBytes: () => Promise<void>) =>
  Readable.from(
    (async function* () {
      yield bytes.subarray(0, -lastBytes);
      await beforeLastBytes();
      yield bytes.subarray(-lastBytes);
    })(),
    { objectMode: false },
  );

const aboutTheMail = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** Sorts a failed try by what it says about the mail. */
export function outcomeOf(error: NodemailerError | null, isHandedOver: boolean): Outcome {
  const { responseCode, response, command = '', code } = error ?? {};
  const reason = headerText(response || error?.message || deliveryTexts.unreachable);
  const isAnswer = responseCode !== undefined && (aboutTheMail.includes(command) || code === 'EMESSAGE');
  if (isAnswer && responseCode >= 500) return { kind: 'refused', reason: deliveryTexts.refused(reason) };
  if (isAnswer && responseCode >= 400) return { kind: 'later', reason };
  if (isHandedOver) return { kind: 'unknown' };
  // The server's limits and the address are checked before a word about the mail is said.
  if (code === 'EMESSAGE' || code === 'EENVELOPE')
    return { kind: 'refused', reason: deliveryTexts.refused(reason) };
  const why = response && code !== 'ETLS' ? headerText(response) : plainReason(error);
  return {
    kind: 'unreachable',
    reason: `${deliveryTexts.unreachable} ${why}`.trim(),
    ...(error && { error }),
  };
}

/** What a rep may read of a connection that failed; the operator finds the rest in the log. */
function plainReason(error: NodemailerError | null) {
  const about = `${error?.code} ${error?.message}`;
  const [, reason = ''] = connectionReasons.find(([pattern]) => pattern.test(about)) ?? [];
  return reason;
}

const connectionReasons: [RegExp, string][] = [
  [/ETIMEDOUT|timeout/i, 'It does not answer.'],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, 'Its name is not known.'],
  [/certificate/i, 'Its certificate is not trusted.'],
  [/ETLS|TLS|SSL/, 'It does not encrypt as it has to.'],
  [/ECONNREFUSED/, 'It refuses the connection.'],
];
